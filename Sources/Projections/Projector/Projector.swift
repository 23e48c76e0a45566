public import EventLog
import LMDB
public import ServiceLifecycle

/// Runs one group: applies the log's events to its current generation, as long as it owns the group.
///
/// One process owns a group at a time. The others wait for its lock, which the kernel frees when the owner ends.
public actor Projector: Service {
    public nonisolated let group: ProjectionGroup
    nonisolated let store: ReadModelStore
    nonisolated let log: any EventStore
    nonisolated let directory: GroupDirectory
    private nonisolated let executor: BlockingExecutor
    private var ownership: AdvisoryLock?
    private var lastReaderCheck = ContinuousClock.now
    /// How long the last try to become the owner took, if it failed.
    private var failedFor = Duration.zero

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public init(_ group: ProjectionGroup, in store: ReadModelStore, of log: any EventStore) {
        self.group = group
        self.store = store
        self.log = log
        directory = store.directory(of: group)
        executor = BlockingExecutor("projector \(group.name)")
    }

    public var isOwner: Bool { ownership != nil }

    /// Takes the group's lock if it is free, and sees to it that there are rows of this log and these versions.
    /// - Returns: false when another process owns the group.
    func becomeOwner() throws -> Bool {
        if ownership != nil { return true }
        try FileSystem.makeDirectory(store.directory)
        try FileSystem.makeDirectory(directory.path)
        guard let lock = try GroupLock.acquire(directory.ownerLock) else { return false }
        let start = ContinuousClock.now
        // Not kept if what follows throws: the next try starts over.
        do {
            try prepare()
        } catch {
            failedFor = ContinuousClock.now - start
            throw error
        }
        failedFor = .zero
        ownership = lock
        return true
    }

    func giveUp() { ownership = nil }

    /// A rebuild that fails for want of room has taken the disk's last: most of the time it must be left to others.
    var pauseAfterFailure: Duration { max(Projector.retryInterval, min(failedFor * 4, .seconds(60))) }

    /// Applies one batch to the current generation.
    /// - Precondition: this process owns the group.
    func step() throws -> Batch.Result {
        guard case .usable(let number, let generation, _, _) = try store.standing(of: group) else { return .mismatched }
        try checkReaders(of: generation)
        let batch = Batch(
            generation: generation, context: store.context, log: log, limits: .live,
            isCurrent: { [directory] in try directory.current() == number },
            clock: store.clock
        )
        do {
            let result = try batch.run()
            if case .advanced(let position, _) = result { store.announce(position, of: group) }
            return result
        } catch let error as LMDBError where error.condition == .corrupted {
            // Of a page of rows: seen only now that an event needs it.
            try repair(error)
            return .superseded
        }
    }

    /// Frees the slots of readers that were killed, whose snapshots keep the file growing with each batch.
    private func checkReaders(of generation: Generation) throws {
        guard ContinuousClock.now - lastReaderCheck > .seconds(30) else { return }
        lastReaderCheck = .now
        try generation.environment.checkStaleReaders()
    }

    /// Makes the group's first generation, or one in place of rows that can't be read, or are not of this log or
    /// version.
    /// - Throws: `projection_superseded` when a newer program made the rows; `projection_stopped` when making them again
    ///   meets an event that can't be applied; what can pass by itself.
    /// - Precondition: this process owns the group.
    func prepare() throws {
        switch try store.standing(of: group) {
        case .none:
            try withRebuildLock { if try directory.current() == nil { try makeEmpty() } }
        case .unreadable(let error):
            try repair(error)
        case .usable(_, let generation, let checkpoint, _):
            guard try checkpoint.belongs(to: log) else { return try putAway() }
            if checkpoint.versions == group.versions { return try sweepLeftovers() }
            guard group.isNewer(than: checkpoint.versions) else { throw superseded(by: checkpoint.versions) }
            try rebuild(instead: generation)
        }
    }

    private func superseded(by versions: [ProjectionVersion]) -> ProjectionError {
        let (theirs, own) = (versions.map(\.description), group.versions.map(\.description))
        return ProjectionError(
            .superseded,
            "the rows of \(group.name) were made by another version (\(theirs.joined(separator: ", "))) that is not older "
                + "than this one (\(own.joined(separator: ", "))): use that one, or rebuild \(group.name) with this one"
        )
    }

    /// Rows of another past answer wrongly: none are better, until they are made.
    private func putAway() throws {
        try withRebuildLock {
            // Somebody may have made others before the lock was free.
            if case .usable(_, _, let checkpoint, _) = try store.standing(of: group), try checkpoint.belongs(to: log) {
                return
            }
            try makeEmpty()
        }
    }

    private func makeEmpty(_ repair: Repair? = nil) throws {
        let number = directory.nextNumber()
        let builder = try GenerationBuilder(group, of: store, in: directory, number: number, log: log)
        do {
            try builder.seal(repair)
            try directory.adopt(aside: builder.path, as: number)
        } catch {
            builder.discard()
            throw error
        }
    }

    /// A new version. The old rows answer until the new ones are whole.
    private func rebuild(instead generation: Generation) throws {
        do {
            try rebuild()
        } catch {
            guard let stop = Stop(error, at: store.clock()) else { throw error }
            try generation.environment.write { transaction in
                if let old = try generation.stop(in: transaction), old.isSameEvent(as: stop) { return }
                try generation.set(stop, in: &transaction)
            }
            throw ProjectionError(.stopped, "\(group.name) can't be rebuilt: \(stop)")
        }
    }

    /// Rows follow from the log: what can't be read is made again, and told.
    private func repair(_ damage: any Error) throws {
        // A newer program made them, and can read them.
        if let error = damage as? ProjectionError, error.code == .superseded { throw error }
        do {
            try rebuild(damage)
        } catch {
            guard Stop(error, at: store.clock()) != nil else { throw error }
            // The rows up to that event are better than none, and hold the stop for all to see.
            let repair = Repair(reason: "\(damage)", since: store.clock())
            try withRebuildLock { try makeEmpty(repair) }
            store.onRepair(group.name, repair)
        }
    }

    private func rebuild(_ damage: (any Error)? = nil) throws {
        let report = try RebuildPass([group], store: store, log: log, isOwner: true, damage: damage).run { _ in }
        _ = try report.get(group.name)
        if let repair = report.repaired[group.name] { store.onRepair(group.name, repair) }
    }

    /// What a killed rebuild left takes as much room as the rows.
    private func sweepLeftovers() throws {
        guard directory.hasLeftovers, let lock = try GroupLock.acquire(directory.rebuildLock) else { return }
        withExtendedLifetime(lock) { directory.sweep() }
    }

    private func withRebuildLock(_ body: () throws -> Void) throws {
        guard let lock = try GroupLock.acquire(directory.rebuildLock) else {
            throw ProjectionError(.locked, "another process is rebuilding \(group.name)")
        }
        try withExtendedLifetime(lock) {
            directory.sweep()
            try body()
        }
    }
}
