import EventLog
import LMDB

/// Rebuilds several groups from one reading of the log. Synchronous: it keeps its thread until it is done.
struct RebuildPass {
    private let groups: [ProjectionGroup]
    private let store: ReadModelStore
    private let log: any EventStore

    init(_ groups: [ProjectionGroup], store: ReadModelStore, log: any EventStore) {
        self.groups = groups
        self.store = store
        self.log = log
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
        var report = RebuildReport(rebuilt: [:], failures: [:], events: 0, seconds: 0)
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
            _ = attempt(work, &report) { $0.rebuilt[work.builder.group.name] = try putInPlace(work) }
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
        let builder = try GenerationBuilder(group, in: directory, number: number, log: log)
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

    /// Swaps under the write lock of the rows in use: their owner can't run ahead in between, and looks at the pointer
    /// once it has the lock again. So no answer goes back in time.
    private func putInPlace(_ work: Work) throws -> Position {
        let builder = work.builder
        // The bulk is on the disk before anyone has to wait for it.
        try builder.sync()
        guard let (_, live) = try store.current(builder.group) else {
            try builder.seal()
            try work.directory.adopt(aside: builder.path, as: work.number)
            return builder.position
        }
        let transaction = try live.environment.beginWrite()
        let checkpoint = try live.checkpoint(in: transaction)
        if try checkpoint.belongs(to: log) { try builder.advance(through: checkpoint.position) }
        try builder.seal()
        try work.directory.adopt(aside: builder.path, as: work.number)
        // Not committed: nothing was written, and nothing may fail once the new rows are in use.
        _ = consume transaction
        work.directory.sweep()
        return builder.position
    }
}
