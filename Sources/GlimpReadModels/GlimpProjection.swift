import EventLog
import GlimpDomain
import Projections

/// A projection of Glimp's own events, of certain types.
protocol GlimpProjection: Projection {
    /// The only events it is interested in.
    static var types: Set<EventType> { get }

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws
}

extension GlimpProjection {
    func apply(_ event: SequencedEvent, to rows: inout Rows) throws {
        guard Self.types.contains(event.type) else { return }
        let decoded = try rows.shared(at: event.position) { try DomainEvent(event) }
        try apply(decoded, at: event, to: &rows)
    }
}
