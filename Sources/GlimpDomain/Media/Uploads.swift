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
        _ wire: Glimp_V1_UploadedPhoto, of uploader: UserID, _ field: String, at path: String, _ hasher: KeyedHasher
    ) throws(Refusal) -> UploadedPhoto? {
        let media: MediaID = try .field(wire.media, field, at: path + ".media")
        guard case .own(let uploads) = self else {
            guard let described = UploadedPhoto(wire, of: uploader, hasher) else {
                throw .invalid(
                    field,
                    "`\(path)` has the id of its upload, its SHA-256, a type of image, its size in pixels and bytes.")
            }
            return described
        }
        guard let upload = uploads[media] else { return nil }
        guard wire.agrees(with: upload, of: uploader, hasher) else {
            throw .invalid(
                field, "What `\(path)` says of the photo is not what was uploaded; `\(path).media` is enough.")
        }
        return upload
    }
}

extension Glimp_V1_UploadedPhoto {
    /// Whether every field that is there says what is so.
    fileprivate func agrees(with upload: UploadedPhoto, of uploader: UserID, _ hasher: KeyedHasher) -> Bool {
        let photo = upload.photo
        let isContent = sha256.isEmpty || SentContent(self, of: uploader).map(hasher.hash) == upload.content
        return isContent && (mime.isEmpty || mime == photo.mime) && (width == 0 || width == photo.width)
            && (height == 0 || height == photo.height) && (bytes == 0 || bytes == photo.bytes)
    }
}
