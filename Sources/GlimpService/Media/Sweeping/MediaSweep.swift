import EventLog
import GlimpDomain

/// Removes uploads that nobody used in time, and what else is left over in `media/`.
///
/// An upload goes only after the log was asked about it. No command can slip in between:
///
/// 1. `media/index` notes that it is being settled. A command looks at that in the log's write transaction, just before
///    it is decided, and fails unless it has claimed the upload again since.
/// 2. The log's write lock is taken once and given back. Whoever looked before 1 has committed by now.
/// 3. So a snapshot of the log taken now has every event that uses it, and there can be no other.
/// 4. One transaction of `media/index` removes what is not used, unless it was claimed or uploaded again since 1.
///
/// A sweep that ends anywhere in between, however it ends, leaves the rest to the next.
public struct MediaSweep: Sendable {
    private let glimp: GlimpDirectory
    private let store: MediaStore
    /// Rows of `media/index` that are looked at in one go, and the most that one transaction changes.
    private static let piece = 256
    /// Another sweep is at work for no longer than one piece takes.
    private static let patience = Duration.seconds(10)

    public init(_ glimp: GlimpDirectory) {
        self.glimp = glimp
        store = glimp.media
    }

    /// Sweeps everything.
    /// - Parameter progress: told what is removed so far.
    /// - Throws: ``EventLogError``; `busy` when another process sweeps and stands still.
    public func sweep(progress: (MediaSwept) -> Void = { _ in }) async throws -> MediaSwept {
        var swept = MediaSwept()
        guard store.exists else { return swept }
        try await settle {
            swept += $0; progress(swept)
        }
        swept += try await removeLeftovers()
        for digits in MediaFiles.digits {
            swept += try await removeStrayRenditions(in: digits)
            progress(swept)
        }
        return swept
    }

    /// What ``sweep(progress:)`` would remove now. Changes nothing.
    public func preview() async throws -> MediaSwept {
        var swept = MediaSwept()
        guard store.exists else { return swept }
        let now = store.now()
        var start: MediaID?
        repeat {
            let piece = try await look(from: start, at: now)
            swept.unreadable += piece.unreadable
            swept += try await store.upkeep.run { try preview(piece.due, at: now) }
            start = piece.next
        } while start != nil
        return try await store.upkeep.run { [store, swept] in
            var swept = swept
            let index = try store.openIndex()
            swept.leftovers = store.files.leftovers.count
            for digits in MediaFiles.digits {
                swept.renditions += try store.files.strayRenditions(in: digits, index).count
            }
            return swept
        }
    }

    private func preview(_ due: [MediaID], at now: Timestamp) throws -> MediaSwept {
        var swept = MediaSwept()
        let (settling, unreadable) = try store.openIndex().settling(due)
        swept.unreadable = unreadable
        for (record, row) in settling {
            guard Unsettled(.unused, since: row.since).isDue(at: now, store.limits), try !glimp.isUsed(record) else {
                continue
            }
            swept.uploads += 1
            swept.bytes += UInt64(record.storedBytes)
            swept.renditions += store.files.renditions(of: record.media).count
        }
        return swept
    }

    /// Settles every upload whose time has come, piece by piece.
    /// - Parameter removed: told of each piece.
    func settle(_ removed: (MediaSwept) -> Void) async throws {
        var start: MediaID?
        repeat {
            let now = store.now()
            let piece = try await look(from: start, at: now)
            var swept = MediaSwept()
            swept.unreadable = piece.unreadable
            if !piece.due.isEmpty { swept += try await settle(piece.due, at: now) }
            removed(swept)
            start = piece.next
        } while start != nil
    }

    private func look(from start: MediaID?, at now: Timestamp) async throws -> MediaIndex.Piece {
        try await store.upkeep.run { [store] in
            try store.openIndex().due(from: start, rows: Self.piece, at: now, store.limits)
        }
    }

    private func settle(_ due: [MediaID], at now: Timestamp) async throws -> MediaSwept {
        let lock = try await takeTurn()
        defer { withExtendedLifetime(lock) {} }
        let (settling, unreadable) = try await store.upkeep.run { [store] in
            try store.openIndex().beginSettling(due, at: now, store.limits)
        }
        // Nothing is written: the lock itself is what counts.
        if !settling.isEmpty {
            try await glimp.log.perform { _ in Outcome(result: .nothingToAppend, position: .beginning) }
        }
        var swept = try await store.upkeep.run { try finish(settling, due, at: now) }
        swept.unreadable = unreadable
        return swept
    }

    private func finish(_ settling: [MediaRecord], _ due: [MediaID], at now: Timestamp) throws -> MediaSwept {
        let index = try store.openIndex()
        let used = Set(try settling.filter { try glimp.isUsed($0) }.map(\.media))
        let removed = try index.settle(settling, isUsed: { used.contains($0.media) }, at: now, store.limits)
        var swept = MediaSwept()
        swept.uploads = removed.count
        swept.bytes = removed.reduce(0) { $0 + UInt64($1.storedBytes) }
        // Also those of a sweep that ended here.
        let gone = try index.removed(among: due)
        for media in gone { swept.renditions += try store.files.removeAll(of: media) }
        try index.forget(gone)
        return swept
    }

    /// Removes what dead processes have left on its way.
    func removeLeftovers() async throws -> MediaSwept {
        try await store.upkeep.run { [store] in
            var swept = MediaSwept()
            swept.leftovers = try store.files.removeLeftovers(try store.openIndex())
            return swept
        }
    }

    /// Removes, in one folder, renditions of what is gone: made while it went, or left by a restored backup.
    func removeStrayRenditions(in digits: String) async throws -> MediaSwept {
        try await store.upkeep.run { [store] in
            let stray = try store.files.strayRenditions(in: digits, try store.openIndex())
            for path in stray { FileSystem.remove(path) }
            var swept = MediaSwept()
            swept.renditions = stray.count
            return swept
        }
    }

    /// One sweep at a time, over all processes, so that nobody settles what another asks about.
    private func takeTurn() async throws -> AdvisoryLock {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            if let lock = try AdvisoryLock(store.files.sweepLock, exclusive: true) { return lock }
            guard ContinuousClock.now < deadline else {
                throw EventLogError(.busy, "another process sweeps \(store.files.directory) and stands still")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
