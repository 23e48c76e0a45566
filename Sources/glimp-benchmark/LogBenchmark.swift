import CBaseline
import EventLog
import Synchronization

/// Appending to and reading from the event log, in turns with the C calls.
final class LogBenchmark {
    private let directory: String
    private let rounds: Int
    private let secondsARound: Double
    private let workload = Workload()

    init(directory: String, rounds: Int, secondsARound: Double) {
        self.directory = directory
        self.rounds = rounds
        self.secondsARound = secondsARound
    }

    /// - Parameter wanted: whether a figure is to be taken, by a word of its name.
    func run(_ wanted: (String) -> Bool, _ report: (String) -> Void) async throws -> [Measurement] {
        var results: [Measurement] = []
        for clients in [1, 16, 64] where wanted("callers-\(clients)") {
            report("append, \(clients) callers")
            results.append(try await callers(clients))
        }
        for size in [16, 256, 4096] where wanted("batches-\(size)") {
            report("append, batches of \(size)")
            results.append(try await batches(of: size))
        }
        if wanted("reading") {
            report("read")
            results += try await reading()
        }
        return results
    }

    private func open(_ name: String) throws -> EventLog {
        var options = EventLogOptions()
        options.creates = true
        options.mapSize = 1 << 36
        return try EventLog(at: "\(directory)/\(name)", options: options)
    }

    private func callers(_ clients: Int) async throws -> Measurement {
        var result = Measurement(
            name: "append, \(clients) concurrent callers", unit: "events/s", higherIsBetter: true)
        let log = try open("callers-\(clients)")
        let baseline = try Baseline(directory: "\(directory)/callers-\(clients)-c", workload)
        for _ in 0..<rounds {
            result.glimp.append(try await group(log, clients: clients))
            result.baseline.append(try baseline.group(clients: clients, seconds: secondsARound))
        }
        log.close()
        return result
    }

    private func group(_ log: EventLog, clients: Int) async throws -> Double {
        let next = Counter(from: try log.head().rawValue)
        let done = Counter(from: 0)
        let workload = workload
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + .seconds(secondsARound)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<clients {
                group.addTask {
                    while clock.now < end {
                        let number = next.increment()
                        _ = try await log.append([workload.event(number)])
                        _ = done.increment()
                    }
                }
            }
            try await group.waitForAll()
        }
        return Double(done.value) / elapsed(clock.now - start)
    }

    /// A burst that fits the tail: each batch is its own append, all are durable at the end.
    private func batches(of size: Int) async throws -> Measurement {
        var result = Measurement(name: "append, batches of \(size)", unit: "events/s", higherIsBetter: true)
        let log = try open("batches-\(size)")
        let baseline = try Baseline(directory: "\(directory)/batches-\(size)-c", workload)
        let count = max(4, min(200, 65_536 / size))
        for _ in 0..<rounds {
            let first = try log.head().rawValue
            let batches = (0..<count).map { workload.events(first + UInt64($0 * size), size) }
            let clock = ContinuousClock()
            let start = clock.now
            let submissions = try batches.map { try log.submit($0) }
            for submission in submissions { _ = try await submission.outcome() }
            result.glimp.append(Double(count * size) / elapsed(clock.now - start))
            try await log.waitForIndex()
            let baselineSeconds = elapsed(try clock.measure { for _ in 0..<count { try baseline.appendBatch(size) } })
            result.baseline.append(Double(count * size) / baselineSeconds)
        }
        log.close()
        return result
    }

    private func reading() async throws -> [Measurement] {
        let log = try open("reading")
        let baseline = try Baseline(directory: "\(directory)/reading-c", workload)
        let total = Int(workload.baseline.window)
        for first in stride(from: 0, to: total, by: 5_000) {
            _ = try await log.append(workload.events(UInt64(first), 5_000))
            try baseline.appendBatch(5_000)
        }
        try baseline.catchUpIndex()
        log.close()
        let reopened = try open("reading")
        var scan = Measurement(name: "sequential read of records", unit: "events/s", higherIsBetter: true)
        var page = Measurement(name: "sequential read of events, by page", unit: "events/s", higherIsBetter: true)
        var tag = Measurement(name: "read of 20 events by tag", unit: "µs", higherIsBetter: false)
        for round in 0..<rounds {
            scan.glimp.append(Double(total) / (try Self.scan(reopened)))
            scan.baseline.append(try baseline.scan(checksum: true))
            page.glimp.append(Double(total) / (try Self.pages(reopened)))
            page.baseline.append(try baseline.scan(checksum: true))
            let reads: UInt64 = 2_000
            let first = UInt64(round) * reads
            let tags = (0..<reads).map { workload.readTag(first + $0) }
            tag.glimp.append(1e6 * (try Self.tags(reopened, tags)) / Double(reads))
            tag.baseline.append(1e6 * (try baseline.readByTag(first: first, count: reads)))
        }
        let bytes = Measurement(
            name: "bytes on disk an event", unit: "bytes", higherIsBetter: false,
            glimp: [Double(try reopened.statistics().bytes) / Double(total)],
            baseline: [Double(baseline.bytes) / Double(baseline.head)])
        reopened.close()
        return [scan, page, tag, bytes]
    }

    private static func scan(_ log: EventLog) throws -> Double {
        var checksum: UInt64 = 0
        return try seconds {
            try log.forEachRecord { record in
                checksum &+= UInt64(record.payload.byteCount) &+ record.position.rawValue
                return true
            }
            precondition(checksum > 0)
        }
    }

    private static func pages(_ log: EventLog) throws -> Double {
        try seconds {
            var position = Position.beginning
            while true {
                let page = try log.read(.all, from: position.next, backwards: false, limit: 4_096)
                guard let last = page.last else { break }
                position = last.position
            }
        }
    }

    private static func tags(_ log: EventLog, _ tags: [Tag]) throws -> Double {
        var found = 0
        return try seconds {
            for tag in tags { found += try log.read(Query(tags: [tag])).count }
            precondition(found > 0)
        }
    }
}

/// A number that tasks count up together.
private final class Counter: Sendable {
    private let number: Atomic<UInt64>

    init(from number: UInt64) { self.number = Atomic(number) }

    var value: UInt64 { number.load(ordering: .relaxed) }

    /// - Returns: what it was before.
    func increment() -> UInt64 { number.wrappingAdd(1, ordering: .relaxed).oldValue }
}

extension EventLog {
    /// Waits until the index lies no further behind than it does at rest: what is written behind a burst is neither
    /// its own time nor to slow down what is measured next.
    func waitForIndex() async throws {
        while try head().rawValue > statistics().indexedThrough.rawValue + 20_000 {
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
