import EventLog
import GlimpDomain
import Projections

/// Who has blocked whom, from both sides: what everybody sees of the photos of others depends on it, whenever they look.
struct BlocksProjection: GlimpProjection {
    let name = "blocks"
    let version = 1

    static let pairs = RowTable("blocks.pairs", key: [.uuid("user"), .uuid("other")], of: UInt64.self)
    /// How many rows a user has in `pairs`.
    static let counts = RowTable("blocks.counts", key: [.uuid("user")], of: UInt64.self)
    let tables = [pairs.shape, counts.shape]

    static let types: Set<EventType> = [UserBlocked.type, UserUnblocked.type]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .userBlocked(let event):
            try change(event.blocker, event.blocked, in: &rows) { $0.union(.byUser) }
            try change(event.blocked, event.blocker, in: &rows) { $0.union(.byOther) }
        case .userUnblocked(let event):
            try change(event.blocker, event.blocked, in: &rows) { $0.subtracting(.byUser) }
            try change(event.blocked, event.blocker, in: &rows) { $0.subtracting(.byOther) }
        default: break
        }
    }

    private func change(
        _ user: UserID, _ other: UserID, in rows: inout Rows, _ change: (Blocking) -> Blocking
    ) throws {
        let key = RowKey(user).id(other)
        let before = Blocking(rawValue: try rows.get(key, in: Self.pairs) ?? 0)
        let after = change(before)
        if before.isEmpty, !after.isEmpty { try rows.count(1, for: RowKey(user), in: Self.counts) }
        if after.isEmpty {
            if try rows.remove(key, from: Self.pairs) { try rows.count(-1, for: RowKey(user), in: Self.counts) }
        } else {
            try rows.put(after.rawValue, for: key, in: Self.pairs)
        }
    }
}

/// Which of two people has blocked the other, seen from one of them.
struct Blocking: OptionSet {
    let rawValue: UInt64
    static let byUser = Blocking(rawValue: 1)
    static let byOther = Blocking(rawValue: 2)
}
