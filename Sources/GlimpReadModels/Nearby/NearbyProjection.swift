import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// Where the published photos were taken that say so, by the smallest cell that each lies in.
struct NearbyProjection: GlimpProjection {
    let name = "nearby"
    let version = 1

    static let cells = RowTable(
        "nearby.cells", key: [.ascending("cell"), .ascending("point"), .descending("position")], of: PhotoID.self)
    /// Where each photo stands in `cells`, as it was computed then.
    static let places = RowTable("nearby.places", key: [.uuid("photo")], of: Glimp_V1_Rows_NearbyPlace.self)
    let tables = [cells.shape, places.shape]

    static let types = PhotosProjection.types

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .photoPublished(let event):
            try put(event.photo, event.details(by: rows.personal.opener)?.place, envelope.position.rawValue, in: &rows)
        case .photoEdited(let event):
            let former = try rows.take(RowKey(event.photo), from: Self.places)
            if let former, former.hasCell { try rows.remove(Self.key(former), from: Self.cells) }
            guard let former else { throw PhotosProjection.missing(event.photo) }
            try put(event.photo, event.details(by: rows.personal.opener)?.place, former.position, in: &rows)
        case .photoUnpublished(let event):
            guard let former = try rows.take(RowKey(event.photo), from: Self.places) else {
                throw PhotosProjection.missing(event.photo)
            }
            if former.hasCell { try rows.remove(Self.key(former), from: Self.cells) }
        default: break
        }
    }

    private func put(_ photo: PhotoID, _ place: Place?, _ position: UInt64, in rows: inout Rows) throws {
        var row = Glimp_V1_Rows_NearbyPlace.with { $0.position = position }
        if let place {
            let place = place.canonical
            row.cell = CubeCell(around: SpherePoint(place)).number
            row.point = place.packed
            try rows.put(photo, for: Self.key(row), in: Self.cells)
        }
        try rows.put(row, for: RowKey(photo), in: Self.places)
    }

    private static func key(_ row: Glimp_V1_Rows_NearbyPlace) -> RowKey {
        RowKey().ascending(row.cell).ascending(row.point).descending(row.position)
    }
}

extension Place {
    /// The same point always written the same: at a pole every longitude means it, and at 180 degrees both signs do.
    var canonical: Place {
        guard abs(latitude) < Place.latitudes.upperBound else {
            return Place(latitude: latitude, longitude: 0) ?? self
        }
        guard longitude == Place.longitudes.lowerBound else { return self }
        return Place(latitude: latitude, longitude: Place.longitudes.upperBound) ?? self
    }

    /// Latitude and longitude in 64 bits.
    var packed: UInt64 {
        UInt64(UInt32(bitPattern: latitude)) << 32 | UInt64(UInt32(bitPattern: longitude))
    }

    init?(packed: UInt64) {
        self.init(
            latitude: Int32(bitPattern: UInt32(packed >> 32)),
            longitude: Int32(bitPattern: UInt32(truncatingIfNeeded: packed)))
    }
}
