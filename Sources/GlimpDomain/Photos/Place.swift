import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// A point on the earth in millionths of a degree (WGS 84): whole numbers, the same on every machine.
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

    public init?(_ wire: Glimp_V1_Place) {
        self.init(latitude: wire.latitudeMicrodegrees, longitude: wire.longitudeMicrodegrees)
    }

    public var wire: Glimp_V1_Place {
        .with {
            $0.latitudeMicrodegrees = latitude
            $0.longitudeMicrodegrees = longitude
        }
    }
}
