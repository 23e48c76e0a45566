import Foundation
import NIOCore

extension GatewayBenchmark {
    /// The event log over gRPC beside UmaDB's server: the same frames of the same client, both on disk.
    func eventLog(_ report: (String) -> Void) async throws -> [Measurement] {
        guard let umadb = Self.find(umadb) else {
            report("no umadb (pip install umadb, or --umadb PATH): its figures and ours beside them are left out")
            return []
        }
        let world = try await GatewayWorld.make(at: "\(directory)/grpc")
        let (gateway, _, port) = try await serve("\(directory)/grpc")
        defer { gateway.stop() }
        let glimp = Peer(messages: .glimp, token: world.serviceToken, port: port)
        let peer = Peer(messages: .umadb, token: nil, port: try Port.free())
        let files = "\(directory)/umadb"
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        let server = try await ServerProcess(
            umadb, ["--listen", "127.0.0.1:\(peer.port)", "--db-path", files], port: peer.port)
        defer { server.stop() }

        for peer in [glimp, peer] { try await fill(peer) }
        var read = Measurement(
            name: "gRPC Read of the whole log; baseline: UmaDB's", unit: "events/s", higherIsBetter: true)
        for _ in 0..<rounds {
            read.glimp.append(try await self.read(glimp))
            read.baseline.append(try await self.read(peer))
        }
        var one = Measurement(
            name: "gRPC Append, \(Self.connections) callers; baseline: UmaDB's", unit: "events/s", higherIsBetter: true)
        var many = Measurement(
            name:
                "gRPC AppendStream, \(Self.inFlight) in flight; baseline: UmaDB's append, \(Self.connections) callers",
            unit: "events/s", higherIsBetter: true)
        for _ in 0..<rounds {
            let baseline = try await append(peer)
            one.glimp.append(try await append(glimp))
            one.baseline.append(baseline)
            many.glimp.append(try await appendStream(glimp))
            many.baseline.append(baseline)
        }
        return [read, one, many]
    }

    /// Of one stream of appends.
    private static let inFlight = 512
    private static let filling = 200_000

    private struct Peer {
        let messages: EventLogMessages
        let token: String?
        let port: Int
    }

    private static func find(_ program: String) -> String? {
        if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) ? program : nil }
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private func fill(_ peer: Peer) async throws {
        let batch = 1_000
        _ = try await run(
            .unary(calls: Self.filling / batch), peer, peer.messages.appendPath, callers: 1, seconds: 600, batch: batch)
    }

    private func read(_ peer: Peer) async throws -> Double {
        let tally = try await load.run(port: peer.port, callers: 1, seconds: 600) { _, pipeline, promise in
            try GRPCCaller.addHandlers(
                GRPCCaller(.reading, path: peer.messages.readPath, token: peer.token, promise) {
                    $0.writeBytes(peer.messages.readAll)
                }, pipeline)
        }
        guard tally.events >= Self.filling else {
            throw Load.Failure(description: "only \(tally.events) events were read")
        }
        return tally.eventsASecond
    }

    private func append(_ peer: Peer) async throws -> Double {
        try await run(
            .unary(), peer, peer.messages.appendPath, callers: Self.connections, seconds: secondsARound
        ).answersASecond
    }

    private func appendStream(_ peer: Peer) async throws -> Double {
        try await run(
            .stream(inFlight: Self.inFlight), peer, "\(peer.messages.appendPath)Stream", callers: 1,
            seconds: secondsARound
        ).answersASecond
    }

    private func run(
        _ kind: GRPCCaller.Kind, _ peer: Peer, _ path: String, callers: Int, seconds: Double, batch: Int = 1
    ) async throws -> Load.Tally {
        try await load.run(port: peer.port, callers: callers, seconds: seconds) { caller, pipeline, promise in
            var number = UInt64(caller * batch)
            let caller = GRPCCaller(kind, path: path, token: peer.token, promise) { bytes in
                peer.messages.writeAppend(number, count: batch, to: &bytes)
                number += UInt64(callers * batch)
            }
            try GRPCCaller.addHandlers(caller, pipeline)
        }
    }
}
