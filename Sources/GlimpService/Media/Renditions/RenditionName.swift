import GlimpDomain
import MediaWork

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

    /// Which rendition a file is; nil: none that is made today.
    init?(_ file: String) {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let media = Self.media(of: file), let rendition = Rendition(rawValue: parts[1]),
            let format = Rendition.Format(rawValue: parts[2])
        else { return nil }
        self.init(media, rendition, format)
    }

    /// The upload that a file is a rendition of, of whatever size.
    static func media(of file: String) -> MediaID? {
        file.firstIndex(of: ".").flatMap { MediaID(String(file[..<$0])) }
    }
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
