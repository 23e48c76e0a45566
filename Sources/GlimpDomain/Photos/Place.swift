public import GlimpSchemas
import SwiftProtobuf

/// A point on the earth in millionths of a degree (WGS 84): whole numbers, the same on every machine. Outside it is told
/// in degrees.
public struct Place: Hashable, Sendable {
    public static let latitudes: ClosedRange<Int32> = -90_000_000...90_000_000
    public static let longitudes: ClosedRange<Int32> = -180_000_000...180_000_000

    /// North is positive.
    public let latitude: Int32
    /// East is positive. 180 degrees east and west are one meridian, and stay as they were written.
    public let longitude: Int32

    /// - Returns: nil beyond the poles or the 180th meridian.
    public init?(latitude: Int32, longitude: Int32) {
        guard Place.latitudes.contains(latitude), Place.longitudes.contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// - Parameters: in degrees; beyond the sixth decimal they are rounded.
    /// - Returns: nil for what is no number, and beyond the poles or the 180th meridian.
    public init?(degreesNorth latitude: Double, east longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = Int32((latitude * 1_000_000).rounded())
        self.longitude = Int32((longitude * 1_000_000).rounded())
    }

    /// In degrees: the numbers nearest to them, from which ``init(degreesNorth:east:)`` makes the same place again.
    public var degrees: (latitude: Double, longitude: Double) {
        (Double(latitude) / 1_000_000, Double(longitude) / 1_000_000)
    }

    /// - Returns: nil when one of the two is missing, too.
    public init?(_ wire: Glimp_V1_Place) {
        guard wire.hasLatitude, wire.hasLongitude else { return nil }
        self.init(degreesNorth: wire.latitude, east: wire.longitude)
    }

    public var wire: Glimp_V1_Place { .with { ($0.latitude, $0.longitude) = degrees } }
}
