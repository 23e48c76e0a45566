import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// The requests that nothing has closed yet, soonest to expire first: what the expiry process works from. A group of its
/// own, so that nothing that stops a person's collections stops the clock.
struct ExpiryProjection: GlimpProjection {
    let name = "expiry"
    let version = 1

    typealias Row = Glimp_V1_Rows_Waiting
    static let byTime = RowTable("expiry.by-time", key: [.time("expires"), .ascending("position")], of: Row.self)
    static let byID = RowTable("expiry.by-id", key: [.uuid("request")], of: Row.self)
    let tables = [byTime.shape, byID.shape]

    static let types = Set(ExpirySchedule.eventTypes)

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .glimpRequested(let event):
            let row = Row.with {
                $0.request = event.request.description
                $0.expiresAt = event.expiresAt.microseconds
                $0.position = envelope.position.rawValue
            }
            try rows.put(row, for: RowKey(event.request), in: Self.byID)
            try rows.put(row, for: Self.key(row), in: Self.byTime)
        case .glimpAnswered(let event): try close(event, in: &rows)
        case .glimpDeclined(let event): try close(event, in: &rows)
        case .glimpRequestCancelled(let event): try close(event, in: &rows)
        case .glimpExpired(let event): try close(event, in: &rows)
        default: break
        }
    }

    private func close(_ event: some GlimpRequestEvent, in rows: inout Rows) throws {
        guard let row = try rows.take(RowKey(event.request), from: Self.byID) else {
            throw ProjectionError(.notApplicable, "the request \(event.request) is not open")
        }
        try rows.remove(Self.key(row), from: Self.byTime)
    }

    private static func key(_ row: Row) -> RowKey {
        RowKey().time(Timestamp(row: row.expiresAt)).ascending(row.position)
    }
}
