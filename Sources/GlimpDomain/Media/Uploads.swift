import EventLog
import GlimpSchemas

/// What is known at the door of the pictures that a message names.
enum Uploads: Sendable {
    /// Nothing: whoever sends the message vouches for them, as an import does.
    case asDescribed
    /// Those that the one who acts has uploaded.
    case own([MediaID: UploadedPhoto])

    /// The picture that a field means; nil: the one who acts has uploaded no such picture.
    ///
    /// Of an upload the id is enough; what else the field says must be so.
    func photo(
        _ wire: Glimp_V1_UploadedPhoto, _ field: String, at path: String
    ) throws(Refusal) -> UploadedPhoto? {
        guard case .own(let uploads) = self else { return try .field(wire, field, at: path) }
        let media: MediaID = try .field(wire.media, field, at: path + ".media")
        guard let upload = uploads[media] else { return nil }
        guard wire.agrees(with: upload) else {
            throw .invalid(
                field, "What `\(path)` says of the photo is not what was uploaded; `\(path).media` is enough.")
        }
        return upload
    }
}

extension Glimp_V1_UploadedPhoto {
    /// Whether every field that is there says what is so.
    fileprivate func agrees(with upload: UploadedPhoto) -> Bool {
        let photo = upload.photo
        return (sha256.isEmpty || Array(sha256) == upload.sha256) && (mime.isEmpty || mime == photo.mime)
            && (width == 0 || width == photo.width) && (height == 0 || height == photo.height)
            && (bytes == 0 || bytes == photo.bytes)
    }
}
