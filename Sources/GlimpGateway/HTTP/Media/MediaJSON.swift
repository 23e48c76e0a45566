import FoundationEssentials
import GlimpDomain
import GlimpService
import MediaWork

/// An upload as its uploader sees it: what a command may say of the photo.
struct MediaJSON: Encodable {
    var media: String
    /// Base64, as a command's `sha256` is.
    var sha256: String
    var mime: String
    var width: UInt32
    var height: UInt32
    var bytes: UInt64
    /// Of a video, how long it is.
    var durationMilliseconds: Int64?
    /// What its camera wrote down, told nowhere else.
    var takenAt: String?
    var place: Place?

    struct Place: Encodable {
        var latitude: Double
        var longitude: Double
    }

    init(_ upload: Upload) {
        let record = upload.record
        media = record.media.description
        sha256 = Data(upload.sha256).base64EncodedString()
        mime = record.mime
        width = record.width
        height = record.height
        bytes = record.bytes
        durationMilliseconds = record.duration.map { $0 / .milliseconds(1) }.map { Int64($0) }
        takenAt = upload.origin.takenAt
        place = upload.origin.place.map { Place(latitude: $0.latitude, longitude: $0.longitude) }
    }

    static let shape = Shape.named(
        "Upload",
        .object([
            .required("media", .id), .required("sha256", .string(format: "byte")), .required("mime", .text),
            .required("width", .count), .required("height", .count), .required("bytes", .count),
            .optional("durationMilliseconds", .count), .optional("takenAt", .text), .optional("place", place),
        ]))

    private static let place = Shape.object([.required("latitude", .number), .required("longitude", .number)])
}
