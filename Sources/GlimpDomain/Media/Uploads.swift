import EventLog
import GlimpSchemas

/// What is known at the door of the pictures that a message names.
enum Uploads: Sendable {
    /// Nothing: whoever sends the message vouches for them, as an import does.
    case asDescribed
    /// Those that the one who acts has uploaded.
    case own([MediaID: Photo])

    /// The picture that a field means; nil: the one who acts has uploaded no such picture.
    ///
    /// Of an upload the id is enough; what else the field says must be so.
    func photo(_ wire: Glimp_V1_Photo, _ field: String) throws(Refusal) -> Photo? {
        guard case .own(let uploads) = self else { return try .field(wire, field) }
        let media: MediaID = try .field(wire.media, field)
        guard let photo = uploads[media] else { return nil }
        guard wire.agrees(with: photo) else {
            throw .invalid(field, "What it says of the photo is not what was uploaded; its id is enough.")
        }
        return photo
    }
}

extension Glimp_V1_Photo {
    /// Whether every field that is there says what is so.
    fileprivate func agrees(with photo: Photo) -> Bool {
        (sha256.isEmpty || Array(sha256) == photo.sha256) && (mime.isEmpty || mime == photo.mime)
            && (width == 0 || width == photo.width) && (height == 0 || height == photo.height)
            && (bytes == 0 || bytes == photo.bytes)
    }
}
