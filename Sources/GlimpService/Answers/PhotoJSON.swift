import GlimpDomain

/// A photo's descriptor as programs see it.
package struct PhotoJSON: Encodable, Sendable {
    package var media: String
    package var mime: String
    package var width: Int
    package var height: Int
    package var bytes: Int64

    package init(_ photo: Photo) {
        media = photo.media.description
        mime = photo.mime
        width = Int(photo.width)
        height = Int(photo.height)
        bytes = Int64(photo.bytes)
    }
}
