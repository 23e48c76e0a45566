import EventLog
import GlimpDomain
import GlimpSchemas
import Projections

/// The glimps between two people, both directions, as each of the two sees them.
struct SharedProjection: GlimpProjection {
    let name = "shared"
    let version = 2

    static let glimps = RowTable(
        "shared.glimps", key: [.uuid("viewer"), .uuid("other"), .descending("position")],
        of: Glimp_V1_Rows_Glimp.self)
    /// The position of a glimp's answer.
    static let positions = RowTable("shared.positions", key: [.uuid("glimp")], of: UInt64.self)
    /// Every glimp between the two, hidden or not; the same both ways.
    static let answered = RowTable(
        "shared.answered", key: [.uuid("viewer"), .uuid("other")], of: UInt64.self,
        collection: RowCollection(.sharedGlimps))
    /// Those that the viewer has not hidden.
    static let visible = RowTable("shared.visible", key: [.uuid("viewer"), .uuid("other")], of: UInt64.self)
    let tables = [glimps.shape, positions.shape, answered.shape, visible.shape]

    static let types: Set<EventType> = [GlimpAnswered.type, GlimpHidden.type]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .glimpAnswered(let event):
            let row = Glimp_V1_Rows_Glimp(event, at: envelope.time)
            try rows.put(envelope.position.rawValue, for: RowKey(event.request), in: Self.positions)
            for (viewer, other) in [(event.asker, event.answerer), (event.answerer, event.asker)] {
                let key = RowKey(viewer).id(other)
                try rows.put(row, for: key.newestFirst(envelope.position), in: Self.glimps)
                try rows.count(1, for: key, in: Self.visible)
                try rows.count(1, for: key, in: Self.answered)
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
}
