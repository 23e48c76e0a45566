import FoundationEssentials
import GlimpDomain
import GlimpService

/// An upload as its uploader sees it: what a command may say of the photo.
struct MediaJSON: Encodable {
    var media: String
    /// Base64, as a command's `sha256` is.
    var sha256: String
    var mime: String
    var width: UInt32
    var height: UInt32
    var bytes: UInt64

    init(_ record: MediaRecord) {
        media = record.media.description
        sha256 = Data(record.sha256).base64EncodedString()
        mime = record.mime
        width = record.width
        height = record.height
        bytes = record.bytes
    }

    static let shape = Shape.named(
        "Upload",
        .object([
            .required("media", .id), .required("sha256", .string(format: "byte")), .required("mime", .text),
            .required("width", .count), .required("height", .count), .required("bytes", .count),
        ]))
}
