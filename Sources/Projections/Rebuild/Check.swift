import EventLog
import LMDB

/// Compares the rows in use with rows made from zero. Synchronous: it keeps its thread until it is done.
struct Check {
    private let group: ProjectionGroup
    private let store: ReadModelStore
    private let log: any EventStore

    init(_ group: ProjectionGroup, store: ReadModelStore, log: any EventStore) {
        self.group = group
        self.store = store
        self.log = log
    }

    func run(progress: (RebuildProgress) -> Void) throws -> CheckReport {
        let start = ContinuousClock.now
        _ = try rowsInUse()
        let directory = store.directory(of: group)
        guard let lock = try GroupLock.acquire(directory.rebuildLock) else {
            throw ProjectionError(.locked, "another process is rebuilding or checking \(group.name)")
        }
        return try withExtendedLifetime(lock) {
            // Again, now that nobody can put others in place.
            let (live, checkpoint) = try rowsInUse()
            directory.sweep()
            let builder = try GenerationBuilder(
                group, of: store, in: directory, number: directory.nextNumber(), log: log)
            let result = Result { try compare(live, builder, through: checkpoint.position, progress) }
            builder.discard()
            var report = try result.get()
            report.seconds = (ContinuousClock.now - start) / .seconds(1)
            return report
        }
    }

    private func rowsInUse() throws -> (Generation, Checkpoint) {
        guard let (_, live) = try store.current(group) else {
            throw ProjectionError(.notReady, "there are no rows of \(group.name) to check")
        }
        let checkpoint = try live.summary().checkpoint
        guard try checkpoint.versions == group.versions && checkpoint.belongs(to: log) else {
            throw ProjectionError(.notReady, "the rows of \(group.name) are of another version or log; rebuild them")
        }
        return (live, checkpoint)
    }

    private func compare(
        _ live: Generation, _ builder: GenerationBuilder, through position: Position,
        _ progress: (RebuildProgress) -> Void
    ) throws -> CheckReport {
        do {
            while builder.position < position {
                try Task.checkCancellation()
                let step = Position(builder.position.rawValue + UInt64(BatchLimits.rebuilding.events))
                try builder.advance(through: min(position, step))
                progress(RebuildProgress(position: builder.position, head: position))
            }
            // What was applied meanwhile is little; the snapshot is held for it and for the comparison only.
            return try live.environment.read { snapshot throws in
                let now = try live.checkpoint(in: snapshot).position
                try builder.advance(through: now)
                try builder.commit()
                return try builder.generation.environment.read { rebuilt throws in
                    var report = CheckReport(
                        group: group.name, position: now, events: now.rawValue, seconds: 0, tables: [], first: [])
                    for shape in group.tables {
                        let sides = (try live.table(shape.name), try builder.generation.table(shape.name))
                        try compare(shape, sides.0, snapshot, sides.1, rebuilt, &report)
                    }
                    return report
                }
            }
        } catch let failure as ApplyFailure {
            throw ProjectionError(.stopped, "\(group.name) can't be rebuilt: \(failure)")
        }
    }

    /// Walks both tables in step: whichever key is smaller is missing on the other side.
    private func compare(
        _ shape: TableShape, _ liveTable: Table<[UInt8]>, _ live: borrowing ReadTransaction,
        _ rebuiltTable: Table<[UInt8]>, _ rebuilt: borrowing ReadTransaction, _ report: inout CheckReport
    ) throws {
        var table = CheckReport.Table(name: shape.name, rows: 0, differences: 0)
        var left = try Cursor(liveTable, in: live)
        var right = try Cursor(rebuiltTable, in: rebuilt)
        var hasLeft = try left.first()
        var hasRight = try right.first()
        while hasLeft || hasRight {
            let order = hasLeft && hasRight ? Check.order(left.keyBytes, right.keyBytes) : hasLeft ? -1 : 1
            table.rows += 1
            if order != 0 || Check.order(left.value, right.value) != 0 {
                table.differences += 1
                if report.first.count < CheckReport.kept {
                    let key = RowKey(bytes: order <= 0 ? left.keyBytes.bytes : right.keyBytes.bytes)
                    report.first.append(
                        CheckReport.Difference(
                            table: shape.name, key: key.description, row: shape.describe(key),
                            live: order <= 0 ? shape.describeValue(left.value.bytes) : nil,
                            rebuilt: order >= 0 ? shape.describeValue(right.value.bytes) : nil
                        ))
                }
            }
            if order <= 0 { hasLeft = try left.next() }
            if order >= 0 { hasRight = try right.next() }
        }
        report.tables.append(table)
    }

    /// Below 0 when `a` comes first, 0 when both are the same bytes.
    private static func order(_ a: RawSpan, _ b: RawSpan) -> Int {
        a.withUnsafeBytes { a in
            b.withUnsafeBytes { b in
                if a.elementsEqual(b) { return 0 }
                return a.lexicographicallyPrecedes(b) ? -1 : 1
            }
        }
    }

}
