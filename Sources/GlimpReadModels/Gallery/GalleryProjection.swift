import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// Each person's glimps: those they asked for and received, and those they sent. What somebody hides is gone from their
/// own collection only; the end of a friendship takes nothing away.
struct GalleryProjection: GlimpProjection {
    let name = "gallery"
    let version = 2

    static let received = RowTable(
        "gallery.received", key: [.uuid("asker"), .descending("position")], of: Glimp_V1_Rows_Glimp.self,
        collection: RowCollection(.received) { $0.request })
    static let sent = RowTable(
        "gallery.sent", key: [.uuid("answerer"), .descending("position")], of: Glimp_V1_Rows_Glimp.self,
        collection: RowCollection(.sent) { $0.request })
    /// The position of a glimp's answer.
    static let positions = RowTable("gallery.positions", key: [.uuid("glimp")], of: UInt64.self)
    static let receivedCounts = RowTable("gallery.received-counts", key: [.uuid("asker")], of: UInt64.self)
    static let sentCounts = RowTable("gallery.sent-counts", key: [.uuid("answerer")], of: UInt64.self)
    let tables = [received.shape, sent.shape, positions.shape, receivedCounts.shape, sentCounts.shape]

    static let types: Set<EventType> = [GlimpAnswered.type, GlimpHidden.type]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .glimpAnswered(let event):
            let row = Glimp_V1_Rows_Glimp(event, at: envelope.time)
            let position = envelope.position
            try rows.put(position.rawValue, for: RowKey(event.request), in: Self.positions)
            try rows.put(row, for: RowKey(event.asker).newestFirst(position), in: Self.received)
            try rows.put(row, for: RowKey(event.answerer).newestFirst(position), in: Self.sent)
            try rows.count(1, for: RowKey(event.asker), in: Self.receivedCounts)
            try rows.count(1, for: RowKey(event.answerer), in: Self.sentCounts)
        case .glimpHidden(let event):
            guard let position = try rows.get(RowKey(event.request), in: Self.positions).map({ Position($0) }) else {
                throw ProjectionError(.notApplicable, "there is no glimp \(event.request)")
            }
            let key = RowKey(event.hiddenBy).newestFirst(position)
            let isAsker = event.hiddenBy == event.asker
            if try rows.remove(key, from: isAsker ? Self.received : Self.sent) {
                let counts = isAsker ? Self.receivedCounts : Self.sentCounts
                try rows.count(-1, for: RowKey(event.hiddenBy), in: counts)
            }
        default: break
        }
    }
}

extension Glimp_V1_Rows_Glimp {
    init(_ event: GlimpAnswered, at time: Timestamp) {
        self = .with {
            $0.request = event.request.description
            $0.asker = event.asker.description
            $0.answerer = event.answerer.description
            $0.answeredAt = time.microseconds
            $0.photo = event.wire.photo
        }
    }
}
