import NIOCore

extension GatewayBenchmark {
    /// `GET /v1/friends` of somebody with 20 friends, beside a Hummingbird route that answers as many bytes.
    func reads() async throws -> Measurement {
        let world = try await GatewayWorld.make(at: "\(directory)/reads")
        let (gateway, port, _) = try await serve("\(directory)/reads")
        defer { gateway.stop() }
        let bytes = try await answerLength(world.askers[0].get("/v1/friends"), port: port)
        let constantPort = try Port.free()
        let constant = try ServerProcess(role: ["serve-constant", "--http", "\(constantPort)", "--bytes", "\(bytes)"])
        defer { constant.stop() }
        var result = Measurement(
            name: "GET /v1/friends, 20 friends, \(bytes) bytes; baseline: a constant from Hummingbird",
            unit: "requests/s", higherIsBetter: true)
        for _ in 0..<rounds {
            result.glimp.append(try await reads(world, port))
            result.baseline.append(try await reads(world, constantPort))
        }
        return result
    }

    private func reads(_ world: GatewayWorld, _ port: Int) async throws -> Double {
        try await load.run(port: port, callers: Self.connections, seconds: secondsARound) { caller, pipeline, promise in
            let request = world.askers[caller % world.askers.count].get("/v1/friends")
            try pipeline.addHandler(HTTPCaller(promise) { request })
        }.answersASecond
    }

    /// Bytes of an answer's body.
    private func answerLength(_ request: ByteBuffer, port: Int) async throws -> Int {
        let tally = try await load.run(port: port, callers: 1, seconds: 0.1) { _, pipeline, promise in
            try pipeline.addHandler(HTTPCaller(promise) { request })
        }
        return tally.bytes / tally.answers
    }
}
