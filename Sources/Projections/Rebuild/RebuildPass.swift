import EventLog
import Glibc
import LMDB

/// Rebuilds several groups from one reading of the log. Synchronous: it keeps its thread until it is done.
struct RebuildPass {
    private let groups: [ProjectionGroup]
    private let store: ReadModelStore
    private let log: any EventStore
    private let isOwner: Bool
    private let damage: (any Error)?

    /// - Parameters:
    ///   - isOwner: the caller owns the groups.
    ///   - damage: what the caller found wrong with the rows in use, which may be readable otherwise.
    init(
        _ groups: [ProjectionGroup], store: ReadModelStore, log: any EventStore, isOwner: Bool = false,
        damage: (any Error)? = nil
    ) {
        self.groups = groups
        self.store = store
        self.log = log
        self.isOwner = isOwner
        self.damage = damage
    }

    /// One group's new generation, with the lock that keeps others from making one.
    private struct Work {
        let builder: GenerationBuilder
        let directory: GroupDirectory
        let number: Int
        let lock: AdvisoryLock
    }

    /// Fills the new generations and puts each in place. A group that fails keeps what it has; the others go on.
    /// - Throws: `projection_locked` when another process rebuilds one of the groups; `CancellationError`; what reading
    ///   the log throws. Nothing has changed then.
    func run(progress: (RebuildProgress) -> Void) throws -> RebuildReport {
        let start = ContinuousClock.now
        var report = RebuildReport(rebuilt: [:], repaired: [:], failures: [:], events: 0, seconds: 0)
        var works: [Work] = []
        defer { for work in works { work.builder.discard() } }
        for group in groups { works.append(try begin(group)) }

        var position = Position.beginning
        while !works.isEmpty {
            try Task.checkCancellation()
            let page = try log.page(after: position, limit: BatchLimits.page)
            guard let last = page.last else { break }
            works = works.filter { work in
                attempt(work, &report) { _ in try work.builder.apply(page) }
            }
            position = last.position
            report.events += UInt64(page.count)
            if position.rawValue % 1_024 < UInt64(page.count) {
                progress(RebuildProgress(position: position, head: max(position, try log.head())))
            }
        }
        progress(RebuildProgress(position: position, head: position))
        while let work = works.popLast() {
            _ = attempt(work, &report) { try putInPlace(work, &$0) }
        }
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }

    private func begin(_ group: ProjectionGroup) throws -> Work {
        let directory = store.directory(of: group)
        try FileSystem.makeDirectory(store.directory)
        try FileSystem.makeDirectory(directory.path)
        guard let lock = try GroupLock.acquire(directory.rebuildLock) else {
            throw ProjectionError(.locked, "another process is rebuilding or checking \(group.name)")
        }
        directory.sweep()
        let number = directory.nextNumber()
        let builder = try GenerationBuilder(group, of: store, in: directory, number: number, log: log)
        return Work(builder: builder, directory: directory, number: number, lock: lock)
    }

    /// Whether `body` succeeded; otherwise the group's failure is noted and its files are removed.
    private func attempt(_ work: Work, _ report: inout RebuildReport, _ body: (inout RebuildReport) throws -> Void)
        -> Bool
    {
        do {
            try body(&report)
            return true
        } catch {
            report.failures[work.builder.group.name] = error
            work.builder.discard()
            return false
        }
    }

    private func putInPlace(_ work: Work, _ report: inout RebuildReport) throws {
        let name = work.builder.group.name
        // The bulk is on the disk before anyone has to wait for it.
        try work.builder.sync()
        let standing = try store.standing(of: work.builder.group)
        var damage = damage
        if case .unreadable(let error) = standing { damage = error }
        let repair = damage.map { Repair(reason: "\($0)", since: store.clock()) }
        switch standing {
        case .none: try adopt(work, repair)
        case .usable(_, let live, _, _): try replace(live, work, repair)
        case .unreadable: try replaceUnreadable(work, repair)
        }
        report.rebuilt[name] = work.builder.position
        report.repaired[name] = repair
        work.directory.sweep()
    }

    private func adopt(_ work: Work, _ repair: Repair?) throws {
        try work.builder.seal(repair)
        try work.directory.adopt(aside: work.builder.path, as: work.number)
    }

    /// Swaps under the write lock of the rows in use: their owner can't run ahead in between, and looks at the pointer
    /// once it has the lock again. So no answer goes back in time.
    private func replace(_ live: Generation, _ work: Work, _ repair: Repair?) throws {
        let transaction = try live.environment.beginWrite()
        let checkpoint = try live.checkpoint(in: transaction)
        if try checkpoint.belongs(to: log) { try work.builder.advance(through: checkpoint.position) }
        try adopt(work, repair)
        // Not committed: nothing was written, and nothing may fail once the new rows are in use.
        _ = consume transaction
    }

    /// What can't be opened has no write lock to take: owning the group keeps others from applying events to it.
    private func replaceUnreadable(_ work: Work, _ repair: Repair?) throws {
        let ownership = isOwner ? nil : try own(work)
        try withExtendedLifetime(ownership) {
            // Nobody can tell how far the rows had come: at most to here.
            try work.builder.advance(through: log.head())
            try adopt(work, repair)
        }
    }

    private func own(_ work: Work) throws -> AdvisoryLock {
        // An owner that finds the damage lets go to repair it, and can't while this process rebuilds.
        for _ in 0..<20 {
            if let lock = try GroupLock.acquire(work.directory.ownerLock) { return lock }
            usleep(100_000)
        }
        let name = work.builder.group.name
        throw ProjectionError(
            .locked, "the rows of \(name) can't be read, and another process still owns them: end it and rebuild again")
    }
}
