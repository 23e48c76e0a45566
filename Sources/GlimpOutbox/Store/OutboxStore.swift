import EventLog
import FoundationEssentials
import GlimpDomain
import LMDB

/// `outbox/` in a data directory (LMDB): subscriptions, what waits for each, and how far the log was looked at.
///
/// Positions wait, never what is sent: that is made of the event and the read models when it is sent. So nothing that
/// anybody may not see any more lies here. Every call is one transaction and runs to its end on its thread.
struct OutboxStore: Sendable {
    let environment: Environment
    /// `checkpoint` → ``OutboxCheckpoint``.
    let meta: Table<String>
    /// Id → ``SubscriptionRow``.
    let subscriptions: Table<[UInt8]>
    /// Owner and id.
    let owned: Table<[UInt8]>
    /// Id and position, of each channel. Those of one subscription are sent in their order.
    private let waiting: [Channel: Table<[UInt8]>]
    /// Moment and id: when the oldest that waits for a subscription is tried next.
    let due: Table<[UInt8]>

    static let checkpointKey = "checkpoint"
    /// Of a row that only its key says something.
    static let present: [UInt8] = [1]

    /// Opens what is there.
    /// - Throws: ``EventLogError``.
    init(_ directory: String) throws(EventLogError) {
        try self.init(directory, creates: false)
        _ = try checkpoint()
    }

    /// Makes a new one in a directory that nobody else sees yet, and closes it.
    static func create(_ directory: String, at checkpoint: OutboxCheckpoint) throws {
        let store = try OutboxStore(directory, creates: true)
        defer { store.close() }
        try store.writing { transaction throws in
            try transaction.put(Array(JSONEncoder().encode(checkpoint)), for: checkpointKey, in: store.meta)
        }
    }

    private init(_ directory: String, creates: Bool) throws(EventLogError) {
        do {
            var options = Environment.Options()
            options.maximumTables = 16
            options.creates = creates
            let environment = try Environment(directory: directory, options: options)
            func table<Key>(_ name: String, _: Key.Type) throws -> Table<Key> {
                try environment.table(TableDefinition<Key>(name), creates: creates)
            }
            meta = try table("meta", String.self)
            subscriptions = try table("subscriptions", [UInt8].self)
            owned = try table("owned", [UInt8].self)
            due = try table("due", [UInt8].self)
            waiting = Dictionary(
                uniqueKeysWithValues: try Channel.allCases.map {
                    ($0, try table("waiting.\($0.rawValue)", [UInt8].self))
                })
            self.environment = environment
        } catch {
            throw EventLogError.from(error)
        }
    }

    func close() { environment.close() }

    func waiting(_ channel: Channel) throws(EventLogError) -> Table<[UInt8]> {
        guard let table = waiting[channel] else {
            throw EventLogError(.corrupted, "outbox/ has no table for \(channel.rawValue)")
        }
        return table
    }

    func reading<R>(_ body: (borrowing ReadTransaction) throws -> R) throws(EventLogError) -> R {
        do { return try environment.read(body) } catch { throw EventLogError.from(error) }
    }

    /// - Throws: ``OutboxError`` and ``EventLogError`` as they are.
    func writing<R>(_ body: (inout WriteTransaction) throws -> R) throws -> R {
        do {
            return try environment.write(body)
        } catch let error as OutboxError {
            throw error
        } catch {
            mend(after: error)
            throw EventLogError.from(error)
        }
    }

    /// After a failed meta page LMDB refuses everything until the file is closed and opened again.
    private func mend(after error: any Error) {
        guard let error = error as? LMDBError, [.panic, .inputOutput, .closed].contains(error.condition) else { return }
        // Reported by the write that failed, and tried again by the next one.
        try? environment.reopen()
    }
}
