import GlimpSchemas
import SwiftProtobuf

/// A picture that was uploaded, as an event names it and as others are shown it.
///
/// Nothing in it tells its content: whoever has a picture can't find out who sent it.
public struct Photo: Hashable, Sendable {
    public static let maximumBytes: UInt64 = 25 << 20

    public let media: MediaID
    public let mime: String
    /// In pixels, upright.
    public let width: UInt32
    public let height: UInt32
    /// The size of the content.
    public let bytes: UInt64

    /// - Returns: nil unless every field is within its bounds and `mime` names a kind of image.
    public init?(media: MediaID, mime: String, width: UInt32, height: UInt32, bytes: UInt64) {
        guard width > 0, height > 0, (1...Photo.maximumBytes).contains(bytes) else { return nil }
        guard mime.hasPrefix("image/"), mime.utf8.count <= 64, mime.utf8.allSatisfy(ASCII.isVisible) else { return nil }
        self.media = media
        self.mime = mime
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    public var isSquare: Bool { width == height }
}

extension Photo {
    init?(_ wire: Glimp_V1_Photo) {
        guard let media = MediaID(wire.media) else { return nil }
        self.init(media: media, mime: wire.mime, width: wire.width, height: wire.height, bytes: wire.bytes)
    }

    public var wire: Glimp_V1_Photo {
        .with {
            $0.media = media.description
            $0.mime = mime
            $0.width = width
            $0.height = height
            $0.bytes = bytes
        }
    }
}
