import EventLog
import NIOCore

extension GatewayBenchmark {
    private static let commandsASecond = 200

    /// What passes between the time that an event was given, in its transaction and before its commit, and the bytes on
    /// the socket of a reader whom it tells: so the commit is in it.
    func stream() async throws -> [Measurement] {
        let path = "\(directory)/stream"
        let world = try await GatewayWorld.make(at: path)
        let (gateway, port, _) = try await serve(path)
        defer { gateway.stop() }
        let callers = Array(AskAndCancel.callers(of: world).prefix(8))
        let title = "from an event's time to the stream's bytes, \(Self.commandsASecond) commands/s"
        var median = Measurement(name: "\(title), median", unit: "ms", higherIsBetter: false)
        var slow = Measurement(name: "\(title), 99 of 100", unit: "ms", higherIsBetter: false)
        let log = try open(path)
        defer { log.close() }
        for _ in 0..<rounds {
            let arrivals = try await arrivals(world, callers, port: port)
            let times = try Self.times(log, arrivals.map(\.position))
            let milliseconds = arrivals.compactMap { arrival in
                times[arrival.position].map { Double(arrival.time.microseconds - $0.microseconds) / 1_000 }
            }.sorted()
            guard Double(milliseconds.count) > 0.9 * Double(Self.commandsASecond) * secondsARound else {
                throw Load.Failure(description: "only \(milliseconds.count) messages came")
            }
            median.glimp.append(Measurement.median(milliseconds))
            slow.glimp.append(milliseconds[milliseconds.count * 99 / 100])
        }
        return [median, slow]
    }

    private func arrivals(
        _ world: GatewayWorld, _ callers: [AskAndCancel], port: Int
    ) async throws -> [Load.Arrival] {
        let readers = Task { [load, secondsARound] in
            try await load.run(port: port, callers: world.friends.count, seconds: secondsARound + 2) {
                try $1.addHandler(StreamReader($2, request: world.friends[$0].get("/v1/stream")))
            }
        }
        // Until they are connected.
        try await Task.sleep(for: .seconds(1))
        let interval = TimeAmount.nanoseconds(Int64(callers.count) * 1_000_000_000 / Int64(Self.commandsASecond))
        _ = try await load.run(port: port, callers: callers.count, seconds: secondsARound) {
            caller, pipeline, promise in
            let delay = TimeAmount.nanoseconds(interval.nanoseconds * Int64(caller) / Int64(callers.count))
            try pipeline.addHandler(
                HTTPCaller(promise, pace: .init(delay: delay, interval: interval)) { callers[caller].nextRequest() })
        }
        return try await readers.value.arrivals
    }

    private func open(_ path: String) throws -> EventLog {
        var options = EventLogOptions()
        options.access = .reading
        return try EventLog(at: path, options: options)
    }

    /// When the events from the first to the last of `positions` were accepted.
    private static func times(_ log: EventLog, _ positions: [UInt64]) throws -> [UInt64: Timestamp] {
        var times: [UInt64: Timestamp] = [:]
        guard let first = positions.min(), let last = positions.max() else { return times }
        try log.forEachRecord(from: Position(first), through: Position(last)) { record in
            times[record.position.rawValue] = record.time
            return true
        }
        return times
    }
}
