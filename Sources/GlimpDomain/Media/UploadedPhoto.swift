import FoundationEssentials
import GlimpSchemas

/// A picture that was uploaded, as a command names it.
public struct UploadedPhoto: Hashable, Sendable {
    /// What events and others are told of it.
    public let photo: Photo
    /// Of the content as uploaded, 32 bytes. It goes into keyed hashes, and nowhere else.
    public let sha256: [UInt8]

    /// - Returns: nil unless the hash has its length.
    public init?(_ photo: Photo, sha256: [UInt8]) {
        guard sha256.count == 32 else { return nil }
        self.photo = photo
        self.sha256 = sha256
    }
}

extension UploadedPhoto {
    init?(_ wire: Glimp_V1_UploadedPhoto) {
        guard let media = MediaID(wire.media),
            let photo = Photo(
                media: media, mime: wire.mime, width: wire.width, height: wire.height, bytes: wire.bytes)
        else { return nil }
        self.init(photo, sha256: Array(wire.sha256))
    }
}
