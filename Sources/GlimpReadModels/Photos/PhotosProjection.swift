import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// The photos that are published now, by id and by whose they are.
struct PhotosProjection: GlimpProjection {
    let name = "photos"
    let version = 2

    typealias Row = Glimp_V1_Rows_PublicPhoto
    static let byID = RowTable("photos.by-id", key: [.uuid("photo")], of: Row.self)
    static let stream = RowTable("photos.stream", key: [.uuid("owner"), .descending("position")], of: PhotoID.self)
    static let counts = RowTable("photos.counts", key: [.uuid("owner")], of: UInt64.self)
    let tables = [byID.shape, stream.shape, counts.shape]

    static let types: Set<EventType> = [PhotoPublished.type, PhotoEdited.type, PhotoUnpublished.type]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .photoPublished(let event):
            let details = try event.sealedDetails()
            let row = Row.with {
                $0.owner = event.owner.description
                $0.content = event.content.wire
                $0.details = Data(details.bytes)
                $0.publishedAt = envelope.time.microseconds
                $0.position = envelope.position.rawValue
            }
            try rows.put(row, for: RowKey(event.photo), in: Self.byID)
            try rows.put(event.photo, for: RowKey(event.owner).newestFirst(envelope.position), in: Self.stream)
            try rows.count(1, for: RowKey(event.owner), in: Self.counts)
        case .photoEdited(let event):
            guard var row = try rows.get(RowKey(event.photo), in: Self.byID) else { throw Self.missing(event.photo) }
            row.details = Data(try event.sealedDetails().bytes)
            try rows.put(row, for: RowKey(event.photo), in: Self.byID)
        case .photoUnpublished(let event):
            guard let row = try rows.take(RowKey(event.photo), from: Self.byID) else { throw Self.missing(event.photo) }
            try rows.remove(RowKey(event.owner).descending(row.position), from: Self.stream)
            try rows.count(-1, for: RowKey(event.owner), in: Self.counts)
        default: break
        }
    }

    static func missing(_ photo: PhotoID) -> ProjectionError {
        ProjectionError(.notApplicable, "the photo \(photo) is not published")
    }
}
