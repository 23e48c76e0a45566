import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// Who has asked whom for a glimp and has no answer yet. Whether the time is up is for the reader to say: a request that
/// has expired stays until an event closes it.
struct RequestsProjection: GlimpProjection {
    let name = "requests"
    let version = 2

    typealias Row = Glimp_V1_Rows_Request
    static let incoming = RowTable(
        "requests.incoming", key: [.uuid("answerer"), .time("expires"), .ascending("position")], of: Row.self,
        collection: RowCollection(.incomingRequests) { $0.request })
    static let outgoing = RowTable(
        "requests.outgoing", key: [.uuid("asker"), .time("expires"), .ascending("position")], of: Row.self,
        collection: RowCollection(.outgoingRequests) { $0.request })
    static let byID = RowTable("requests.by-id", key: [.uuid("request")], of: Row.self)
    /// The last request of an ordered pair that no event has closed: after an expiry the asker may ask again.
    static let newestBetween = RowTable(
        "requests.newest-between", key: [.uuid("asker"), .uuid("answerer")], of: Row.self)
    static let incomingCounts = RowTable("requests.incoming-counts", key: [.uuid("answerer")], of: UInt64.self)
    static let outgoingCounts = RowTable("requests.outgoing-counts", key: [.uuid("asker")], of: UInt64.self)
    let tables = [
        incoming.shape, outgoing.shape, byID.shape, newestBetween.shape, incomingCounts.shape, outgoingCounts.shape,
    ]

    static let types: Set<EventType> = [
        GlimpRequested.type, GlimpAnswered.type, GlimpDeclined.type, GlimpRequestCancelled.type, GlimpExpired.type,
    ]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .glimpRequested(let event): try open(event, envelope, in: &rows)
        case .glimpAnswered(let event): try close(event, in: &rows)
        case .glimpDeclined(let event): try close(event, in: &rows)
        case .glimpRequestCancelled(let event): try close(event, in: &rows)
        case .glimpExpired(let event): try close(event, in: &rows)
        default: break
        }
    }

    private func open(_ event: GlimpRequested, _ envelope: SequencedEvent, in rows: inout Rows) throws {
        let row = Row.with {
            $0.request = event.request.description
            $0.asker = event.asker.description
            $0.answerer = event.answerer.description
            $0.requestedAt = envelope.time.microseconds
            $0.expiresAt = event.expiresAt.microseconds
            $0.position = envelope.position.rawValue
        }
        try rows.put(row, for: RowKey(event.request), in: Self.byID)
        try rows.put(row, for: Self.key(event.answerer, row), in: Self.incoming)
        try rows.put(row, for: Self.key(event.asker, row), in: Self.outgoing)
        try rows.put(row, for: RowKey(event.asker).id(event.answerer), in: Self.newestBetween)
        try rows.count(1, for: RowKey(event.answerer), in: Self.incomingCounts)
        try rows.count(1, for: RowKey(event.asker), in: Self.outgoingCounts)
    }

    private func close(_ event: some GlimpRequestEvent, in rows: inout Rows) throws {
        guard let row = try rows.take(RowKey(event.request), from: Self.byID) else {
            throw ProjectionError(.notApplicable, "the request \(event.request) is not open")
        }
        try rows.remove(Self.key(event.answerer, row), from: Self.incoming)
        try rows.remove(Self.key(event.asker, row), from: Self.outgoing)
        let pair = RowKey(event.asker).id(event.answerer)
        if try rows.get(pair, in: Self.newestBetween)?.request == row.request {
            try rows.remove(pair, from: Self.newestBetween)
        }
        try rows.count(-1, for: RowKey(event.answerer), in: Self.incomingCounts)
        try rows.count(-1, for: RowKey(event.asker), in: Self.outgoingCounts)
    }

    private static func key(_ user: UserID, _ row: Row) -> RowKey {
        RowKey(user).time(Timestamp(row: row.expiresAt)).ascending(row.position)
    }
}
