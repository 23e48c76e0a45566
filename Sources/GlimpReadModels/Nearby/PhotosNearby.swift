public import GlimpDomain
import Projections

/// Which public photos are asked for: those within a distance of a point.
public struct PhotosNearby: Hashable, Sendable {
    /// In metres.
    public static let distances = 1...50_000
    public static let distanceByDefault = 1_000

    public let center: Place
    /// In metres.
    public let distance: Int

    /// - Throws: `invalid_distance` unless `distance` is 1 to 50,000 m.
    public init(_ center: Place, within distance: Int = PhotosNearby.distanceByDefault) throws(ReadModelError) {
        guard PhotosNearby.distances.contains(distance) else {
            throw ReadModelError(.invalidDistance, "a distance is 1 to 50000 metres, not \(distance)")
        }
        self.center = center
        self.distance = distance
    }

    /// What its cursors start with, so that those of another question are none.
    var key: RowKey { RowKey().ascending(center.packed).ascending(UInt64(distance)) }
}

/// A public photo and how far away it was taken.
public struct NearbyPhoto: Hashable, Sendable {
    public var photo: PublishedPhoto
    /// Along the great circle, in metres.
    public var distance: Double
}
