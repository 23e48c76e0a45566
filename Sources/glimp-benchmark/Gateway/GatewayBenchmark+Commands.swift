import EventLog
import Foundation
import GlimpDomain
import GlimpService
import NIOCore

extension GatewayBenchmark {
    /// Commands of 64 connections, beside the same commands given to the library by 64 tasks of this process, on a
    /// directory of its own whose read models follow as those of the gateway do.
    func commands() async throws -> Measurement {
        let world = try await GatewayWorld.make(at: "\(directory)/commands")
        let (gateway, port, _) = try await serve("\(directory)/commands")
        defer { gateway.stop() }
        let libraryWorld = try await GatewayWorld.make(at: "\(directory)/library")
        let library = try GlimpDirectory("\(directory)/library", creates: false, access: .shared)
        defer { library.close() }
        let (remote, local) = (AskAndCancel.callers(of: world), AskAndCancel.callers(of: libraryWorld))
        var result = Measurement(
            name: "commands of 64 connections over HTTP; baseline: of 64 tasks to the library", unit: "commands/s",
            higherIsBetter: true)
        for _ in 0..<rounds {
            result.glimp.append(try await commands(of: remote, port: port))
            let seconds = secondsARound
            let rate = try await library.whileRunning(
                trouble: { FileHandle.standardError.write(Data("\($0)\n".utf8)) },
                { try await Self.commands(of: local, to: library, seconds: seconds) })
            result.baseline.append(rate)
        }
        return result
    }

    private func commands(of callers: [AskAndCancel], port: Int) async throws -> Double {
        try await load.run(port: port, callers: callers.count, seconds: secondsARound) { caller, pipeline, promise in
            try pipeline.addHandler(HTTPCaller(promise) { callers[caller].nextRequest() })
        }.answersASecond
    }

    private static func commands(
        of callers: [AskAndCancel], to glimp: GlimpDirectory, seconds: Double
    ) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + .seconds(seconds)
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for caller in callers {
                group.addTask {
                    var done = 0
                    while clock.now < end {
                        let (name, body) = caller.next()
                        let command = try CommandCatalogue.receive(name, json: Array(body.utf8))
                        let outcome = try await glimp.commands.execute(
                            command, by: .actor(caller.actor), id: CommandID(rawValue: UUID()))
                        if case .refused(let refusal) = outcome.result { throw refusal }
                        done += 1
                    }
                    return done
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(done) / elapsed(clock.now - start)
    }
}
