public import FoundationEssentials
import LMDB
import Synchronization

/// An event store on LMDB: events with tags, conditional atomic appends, receipts, subscriptions.
///
/// Several processes may have the same log open at once; in one process it is opened once. Nothing acknowledged is
/// lost: an append returns when it is on disk. The directory holds `log/` (the truth), `index/` (made again when it is
/// missing), `tick` (wakes other processes) and, once a ``CheckpointSigner`` has signed, `evidence/`.
///
/// ```swift
/// let log = try EventLog(at: "data", options: options)
/// let seen = try log.read(Query(tags: ["user:ada"]))
/// try await log.append([event], condition: AppendCondition(failIfEventsMatch: query, after: seen.last?.position))
/// ```
public final class EventLog: EventStore {
    /// Where it lies, as it was opened.
    public let directory: String
    /// Tells this log from every other: made with it, kept for ever.
    public var logID: UUID { index.log.id }
    private let options: EventLogOptions
    let index: Index
    let flusher: Flusher
    private let watcher: HeadWatcher
    /// nil: opened for reading.
    let writer: Writer?
    /// Held as long as the log is open.
    private let writersLock: Mutex<AdvisoryLock?>
    private let isClosed = Mutex(false)

    /// Opens the log in `directory`.
    /// - Throws: ``EventLogError``: `not_found`, `corrupted`, `newer_format`, `locked`, `busy`, `full`, `io_error`.
    public convenience init(at directory: String, options: EventLogOptions = EventLogOptions()) throws {
        try self.init(at: directory, options: options, prepare: { _ in })
    }

    /// - Parameter prepare: called with the path when a new log is made, to add what else belongs in the directory.
    package init(
        at directory: String, options: EventLogOptions, prepare: (String) throws -> Void
    ) throws {
        self.directory = directory
        self.options = options
        let files = LogDirectory(directory, options)
        do {
            if !files.exists {
                guard options.creates else { throw EventLogError.missing(directory) }
                try files.create(prepare: prepare)
            }
            let log = try LogEnvironment(directory: files.log, creates: false, mapSize: options.mapSize)
            writersLock = Mutex(try Self.lock(files, options.access))
            if options.access != .reading { files.sweep() }
            let index = try Index(log: log, directory: files.indexDirectory, options: options)
            self.index = index
            let watcher = try HeadWatcher(tickFile: files.tick) {
                try? log.environment.read { try log.head($0) }
            }
            self.watcher = watcher
            flusher = try Flusher(index, options)
            writer =
                options.access == .reading
                ? nil : try Writer(index, flusher, options, announce: { watcher.announce($0) })
        } catch {
            throw EventLogError.from(error)
        }
    }

    private static func lock(
        _ files: LogDirectory, _ access: EventLogOptions.Access
    ) throws(EventLogError) -> AdvisoryLock? {
        guard access != .reading else { return nil }
        guard let lock = try AdvisoryLock(files.writersLock, exclusive: access == .exclusive) else {
            throw EventLogError(
                .locked,
                access == .exclusive
                    ? "other processes are writing to \(files.path); stop them first"
                    : "another process keeps \(files.path) for itself; wait until it is done")
        }
        return lock
    }

    /// Finishes what waits and closes the files. Those who wait for events get `closed`. Closed already is closed.
    public func close() {
        isClosed.withLock { isClosed in
            // Not again: each part may have waited in vain for what never ended.
            if !isClosed { closeParts() }
            isClosed = true
        }
    }

    private func closeParts() {
        watcher.close()
        writer?.close()
        flusher.close(flushes: true)
        // A reader that takes longer keeps its files open until it is done: they close with the last reference.
        try? index.current.environment.close(waitingAtMost: .seconds(5))
        try? index.log.environment.close(waitingAtMost: .seconds(5))
        writersLock.withLock { $0 = nil }
    }

    deinit { close() }

    /// The position of the last event; ``Position/beginning`` when there is none.
    public func head() throws -> Position {
        do { return Position(try index.log.environment.read { try index.log.head($0) }) } catch {
            throw EventLogError.from(error)
        }
    }

    /// Returns when the head is past `position`, by whichever process; throws `CancellationError` when the task is
    /// cancelled, and ``EventLogError`` `closed`.
    public func waitForEvents(after position: Position) async throws {
        try await watcher.wait(after: position.rawValue)
    }

    func requireWriter() throws(EventLogError) -> Writer {
        guard let writer else { throw EventLogError(.inputOutput, "\(directory) was opened for reading") }
        return writer
    }

    /// Runs `body`; if the index turns out damaged or far behind, mends it and tries again.
    func reading<R>(_ body: () throws -> R) throws -> R {
        do {
            for _ in 0..<2 {
                let generation = index.current
                do { return try body() } catch {
                    guard try flusher.mend(error, of: generation) else { throw error }
                }
            }
            return try body()
        } catch { throw EventLogError.from(error) }
    }
}

extension EventLogError {
    static func missing(_ directory: String) -> EventLogError {
        let files = LogDirectory(directory, EventLogOptions())
        if files.isUnfinished {
            return EventLogError(
                .notFound, "the making of \(directory) was cut off; whoever opens it next for writing finishes it")
        }
        guard !files.others.isEmpty else {
            return EventLogError(.notFound, "there is no data directory at \(directory)")
        }
        return EventLogError(.notFound, "\(directory) has no log/: it is no data directory, or its log is lost")
    }

    static func past(_ time: Timestamp, _ last: Timestamp) -> EventLogError {
        EventLogError(
            .invalidInput,
            "the accepted time \(time) precedes the log's last event, which is of \(last)")
    }
}
