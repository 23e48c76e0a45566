public import GlimpDomain
import MediaWork

/// A size in which a photo can be fetched, and where.
public struct PhotoSize: Encodable, Hashable, Sendable {
    /// `square-75`, `640`, `original`.
    public var name: String
    public var width: Int
    public var height: Int
    /// The path of an HTTP request.
    public var url: String
}

extension Photo {
    /// Every size, the smallest first, and what is kept of the upload itself.
    public var sizes: [PhotoSize] {
        let (width, height) = (Int(width), Int(height))
        let url = "/v1/media/\(media)"
        let renditions = Rendition.allCases.map { rendition in
            let size = rendition.size(width: width, height: height)
            return PhotoSize(
                name: rendition.rawValue, width: size.width, height: size.height, url: "\(url)/\(rendition.rawValue)")
        }
        return renditions + [PhotoSize(name: "original", width: width, height: height, url: url)]
    }
}
