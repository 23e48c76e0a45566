import EventLog
import LMDB

/// Fills one generation aside, from zero. Not durable until it is sealed: a killed one is a leftover to sweep.
///
/// Belongs to one thread, as its write transaction does.
final class GenerationBuilder {
    let group: ProjectionGroup
    /// Where it lies.
    let path: String
    let generation: Generation
    private(set) var checkpoint: Checkpoint
    private let log: any EventStore
    private let context: any Sendable
    private let members: [(projection: any Projection, tables: [String: Table<[UInt8]>])]
    private var rows: Rows?
    private var pending = (events: 0, bytes: 0)

    /// - Precondition: the caller holds the group's rebuild lock.
    init(
        _ group: ProjectionGroup, of store: ReadModelStore, in directory: GroupDirectory, number: Int,
        log: any EventStore
    ) throws {
        self.group = group
        context = store.context
        self.log = log
        path = directory.aside(number)
        FileSystem.remove(path)
        guard !FileSystem.exists(path) else {
            throw ProjectionError(.inputOutput, "\(path), left by a rebuild that was killed, can't be removed")
        }
        try FileSystem.makeDirectory(path)
        let generation = try Generation(making: path, of: group, durability: .none)
        self.generation = generation
        members = try generation.members()
        checkpoint = Checkpoint(position: .beginning, logID: log.logID, leafHash: [], versions: group.versions)
        let checkpoint = checkpoint
        try generation.environment.write { try generation.set(checkpoint, in: &$0) }
    }

    var position: Position { checkpoint.position }

    /// Applies a page, committing when a transaction's limits are reached.
    /// - Throws: ``ApplyFailure``; the builder is of no use then.
    func apply(_ page: some Sequence<SequencedEvent>) throws {
        var rows = try rows.take() ?? Rows(generation.environment.beginWrite(), context)
        for event in page {
            try rows.apply(event, members)
            checkpoint.position = event.position
            checkpoint.leafHash = event.leafHash
            pending.events += 1
            pending.bytes += event.payload.count
        }
        self.rows = consume rows
        if pending.events >= BatchLimits.rebuilding.events || pending.bytes >= BatchLimits.rebuilding.bytes {
            try commit()
        }
    }

    /// Applies everything up to `last`.
    func advance(through last: Position) throws {
        while position < last {
            let room = Int(clamping: min(UInt64(BatchLimits.page), last.rawValue - position.rawValue))
            let page = try log.page(after: position, limit: room)
            guard !page.isEmpty else {
                throw ProjectionError(.damaged, "the log ends at \(position), before \(last)")
            }
            try apply(page)
        }
    }

    func commit() throws {
        guard var rows = rows.take() else { return }
        try generation.set(checkpoint, in: &rows.transaction)
        try rows.commit()
        pending = (0, 0)
    }

    /// Commits, and makes what there is durable.
    func sync() throws {
        try commit()
        try generation.environment.sync()
    }

    /// Commits, makes everything durable, and closes the environment, so that the directory can be renamed and opened.
    /// - Parameter repair: why the rows were made, when those before could not be read.
    func seal(_ repair: Repair? = nil) throws {
        try commit()
        if let repair { try generation.environment.write { try generation.set(repair, in: &$0) } }
        try sync()
        generation.environment.close()
    }

    /// Removes the files.
    func discard() {
        rows = nil
        generation.environment.close()
        FileSystem.remove(path)
    }
}
