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

/// All renditions of an upload in one format: made together, from one decoding.
struct RenditionSet: Hashable, Sendable {
    let media: MediaID
    let format: Rendition.Format

    init(of name: RenditionName) {
        media = name.media
        format = name.format
    }

    func name(_ rendition: Rendition) -> RenditionName { RenditionName(media, rendition, format) }
}
