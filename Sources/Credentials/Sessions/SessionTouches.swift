import FoundationEssentials
import LMDB
import Synchronization

/// Writes down, some time, that sessions were used. Many requests share one write, and none of them waits for it: what
/// is lost with the process is written by the next request.
final class SessionTouches: Sendable {
    private struct Touch {
        var accessHash: [UInt8]
        var time: Date
    }
    private struct State {
        var pending: [SessionKey: Touch] = [:]
        var isQueued = false
    }

    private let state = Mutex(State())
    private let writer: CredentialWriter
    private let table: SessionTable
    private static let limit = 1_024

    init(_ writer: CredentialWriter, _ table: SessionTable) {
        self.writer = writer
        self.table = table
    }

    /// - Parameter accessHash: of the token it was used with.
    func note(_ key: SessionKey, _ accessHash: [UInt8], at time: Date) {
        let isFirst = state.withLock { state in
            guard state.pending[key] != nil || state.pending.count < Self.limit else { return false }
            state.pending[key] = Touch(accessHash: accessHash, time: time)
            defer { state.isQueued = true }
            return !state.isQueued
        }
        guard isFirst else { return }
        let isQueued = writer.writeLater { [self] transaction in try write(in: &transaction) }
        if !isQueued { _ = take() }
    }

    private func take() -> [SessionKey: Touch] {
        state.withLock { state in
            defer { state = State() }
            return state.pending
        }
    }

    private func write(in transaction: inout WriteTransaction) throws {
        for (key, touch) in take() {
            guard var row = try table.row(key, in: transaction), row.revoked == nil else { continue }
            row.lastSeen = max(row.lastSeen, touch.time)
            // A token of before the last refresh proves nothing about its answer.
            if row.accessHash == touch.accessHash { row.isConfirmed = true }
            try transaction.put(row.stored, for: key.bytes, in: table.sessions)
        }
    }
}
