import GlimpDomain
import PictureWork

/// Which rendition of which upload.
package struct RenditionName: Hashable, Sendable, CustomStringConvertible {
    package let media: MediaID
    package let rendition: Rendition
    package let format: Rendition.Format

    package init(_ media: MediaID, _ rendition: Rendition, _ format: Rendition.Format) {
        self.media = media
        self.rendition = rendition
        self.format = format
    }

    /// Of its file.
    package var description: String { "\(media).\(rendition.rawValue).\(format.rawValue)" }
}
