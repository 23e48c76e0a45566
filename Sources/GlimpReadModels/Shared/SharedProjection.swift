import EventLog
import GlimpDomain
import GlimpSchemas
import Projections

/// The glimps between two people, both directions, as each of the two sees them.
struct SharedProjection: GlimpProjection {
    let name = "shared"
    let version = 1

    static let glimps = RowTable(
        "shared.glimps", key: [.uuid("viewer"), .uuid("other"), .descending("position")],
        of: Glimp_V1_Rows_Glimp.self)
    /// The position of a glimp's answer.
    static let positions = RowTable("shared.positions", key: [.uuid("glimp")], of: UInt64.self)
    /// Every glimp between the two, hidden or not.
    static let answered = RowTable("shared.answered", key: [.uuid("lower"), .uuid("higher")], of: UInt64.self)
    /// Those that the viewer has not hidden.
    static let visible = RowTable("shared.visible", key: [.uuid("viewer"), .uuid("other")], of: UInt64.self)
    let tables = [glimps.shape, positions.shape, answered.shape, visible.shape]

    static let types: Set<EventType> = [GlimpAnswered.type, GlimpHidden.type]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .glimpAnswered(let event):
            let row = Glimp_V1_Rows_Glimp(event, at: envelope.time)
            try rows.put(envelope.position.rawValue, for: RowKey(event.request), in: Self.positions)
            try rows.count(1, for: Self.pairKey(event.asker, event.answerer), in: Self.answered)
            for (viewer, other) in [(event.asker, event.answerer), (event.answerer, event.asker)] {
                let key = RowKey(viewer).id(other)
                try rows.put(row, for: key.newestFirst(envelope.position), in: Self.glimps)
                try rows.count(1, for: key, in: Self.visible)
            }
        case .glimpHidden(let event):
            guard let position = try rows.get(RowKey(event.request), in: Self.positions).map({ Position($0) }) else {
                throw ProjectionError(.notApplicable, "there is no glimp \(event.request)")
            }
            let other = event.hiddenBy == event.asker ? event.answerer : event.asker
            let key = RowKey(event.hiddenBy).id(other)
            if try rows.remove(key.newestFirst(position), from: Self.glimps) {
                try rows.count(-1, for: key, in: Self.visible)
            }
        default: break
        }
    }

    /// The same whoever is named first.
    static func pairKey(_ a: UserID, _ b: UserID) -> RowKey {
        let pair = Pair(a, b)
        return RowKey(pair.low).id(pair.high)
    }
}
