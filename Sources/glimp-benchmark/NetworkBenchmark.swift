import EventLog
import Foundation
import GlimpDomain
import GlimpReadModels
import GlimpService
import Projections

/// Commands into the log, and read models out of it: a network of people who ask and answer.
final class NetworkBenchmark {
    private let directory: String
    private let rounds: Int
    private let commands: String?

    /// - Parameter commands: a file of `glimp apply --historical` lines; nil: a made-up network.
    init(directory: String, rounds: Int, commands: String?) {
        self.directory = directory
        self.rounds = rounds
        self.commands = commands
    }

    func run(_ wanted: (String) -> Bool, _ report: (String) -> Void) async throws -> [Measurement] {
        guard wanted("commands") || wanted("rebuild") else { return [] }
        report("commands")
        let glimp = try GlimpDirectory("\(directory)/network", creates: true, access: .exclusive)
        defer { glimp.close() }
        let file = try commands ?? MadeUpNetwork(people: 400, days: 60).write(to: "\(directory)/commands.ndjson")
        let cpu = ProcessFigures.cpuSeconds
        var options = Import.Options()
        options.isHistorical = true
        let summary = try await Import(into: glimp, options: options).run(LineReader(path: file)) { _ in }
        try await glimp.log.waitForIndex()
        let commandCPU = ProcessFigures.cpuSeconds - cpu
        try await glimp.catchUpReadModels()
        let wholeCPU = ProcessFigures.cpuSeconds - cpu
        var results = [
            Measurement(
                name: "CPU a command, decided, appended and indexed (\(summary.lines) commands)", unit: "µs",
                higherIsBetter: false, glimp: [1e6 * commandCPU / Double(summary.lines)]),
            Measurement(
                name: "CPU a command, read models included", unit: "µs", higherIsBetter: false,
                glimp: [1e6 * wholeCPU / Double(summary.lines)]),
        ]
        if wanted("rebuild") { results += try await rebuilds(glimp, report) }
        return results
    }

    private func rebuilds(_ glimp: GlimpDirectory, _ report: (String) -> Void) async throws -> [Measurement] {
        let groups = GlimpReadModels.all.map(\.name)
        var results: [Measurement] = []
        let rebuilder = Rebuilder(glimp.readModels.store, of: glimp.log)
        for names in groups.map({ [$0] }) + [groups] {
            let title = names.count == 1 ? names[0] : "all of them in one pass"
            report("rebuild of \(title)")
            var speed = Measurement(name: "rebuild of \(title)", unit: "events/s", higherIsBetter: true)
            let peak = PeakMemory()
            for _ in 0..<rounds {
                let done = try await rebuilder.rebuild(names) { _ in peak.look() }
                if let failure = done.failures.first { throw failure.value }
                speed.glimp.append(done.eventsPerSecond)
            }
            results.append(speed)
            if names.count > 1 {
                results.append(
                    Measurement(
                        name: "anonymous memory during that rebuild, at most", unit: "MiB", higherIsBetter: false,
                        glimp: [peak.mebibytes]))
            }
        }
        return results
    }
}

/// People who ask each other for glimps, always the same ones.
struct MadeUpNetwork {
    let people: Int
    let days: Int

    /// Writes lines for `glimp apply --historical`, and returns the path.
    func write(to path: String) throws -> String {
        var lines = ""
        var time = 1_700_000_000
        func line(_ name: String, _ command: String, _ body: String) {
            let at = Timestamp(seconds: Int64(time)).rfc3339
            lines +=
                #"{"id":"\#(UUID().canonicalText)","at":"\#(at)","as":"\#(name)","command":"\#(command)","body":\#(body)}"#
                + "\n"
        }
        for person in 0..<people { line("p\(person)", "RegisterAccount", #"{"username":"p\#(person)"}"#) }
        for person in 0..<people {
            for step in 1...5 {
                let friend = (person + step * step) % people
                line("p\(person)", "InviteFriend", #"{"friend":"p\#(friend)"}"#)
                line("p\(friend)", "AcceptFriend", #"{"inviter":"p\#(person)"}"#)
            }
        }
        for day in 0..<days {
            for person in 0..<people {
                let friend = "p\((person + (1 + day % 5) * (1 + day % 5)) % people)"
                let request = UUID().canonicalText
                time += 2
                line(
                    "p\(person)", "RequestGlimp",
                    #"{"friends":["\#(friend)"],"answerWithin":"3600s","requests":["\#(request)"]}"#)
                guard (person + day).isMultiple(of: 2) else { continue }
                line(friend, "AnswerGlimp", #"{"request":"\#(request)","photo":\#(photo())}"#)
            }
            time += 7_200
        }
        try lines.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    private func photo() -> String {
        let hash = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        return
            #"{"media":"\#(UUID().canonicalText)","sha256":"\#(hash)","mime":"image/jpeg","width":1080,"height":1080,"#
            + #""bytes":90000}"#
    }
}
