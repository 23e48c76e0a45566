import GlimpSchemas

/// A picture that was uploaded, as a command names it.
public struct UploadedPhoto: Hashable, Sendable {
    /// What events and others are told of it.
    public let photo: Photo
    /// Of the content as uploaded.
    public let content: KeyedHash<SentContent>

    public init(_ photo: Photo, content: KeyedHash<SentContent>) {
        self.photo = photo
        self.content = content
    }
}

extension UploadedPhoto {
    /// As a message describes it.
    /// - Returns: nil when a field is missing or out of its bounds.
    init?(_ wire: Glimp_V1_UploadedPhoto, of uploader: UserID, _ hasher: KeyedHasher) {
        guard let media = MediaID(wire.media), let content = SentContent(wire, of: uploader),
            let photo = Photo(
                media: media, mime: wire.mime, width: wire.width, height: wire.height, bytes: wire.bytes)
        else { return nil }
        self.init(photo, content: hasher.hash(content))
    }
}

extension SentContent {
    /// - Returns: nil unless the message has a hash of the right length.
    init?(_ wire: Glimp_V1_UploadedPhoto, of uploader: UserID) {
        guard wire.sha256.count == 32 else { return nil }
        self.init(uploader: uploader, sha256: Array(wire.sha256))
    }
}
