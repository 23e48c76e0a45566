import GlimpSchemas
import SwiftProtobuf

/// What a snap shows.
public enum SnapPicture: Hashable, Sendable {
    case photo(Photo)
    /// One of the predefined pictures, by its name.
    case catalogue(String)
}

extension SnapPicture {
    init(stored wire: Glimp_V1_SnapPicture) throws(MalformedField) {
        switch wire.picture {
        case .photo(let photo): self = .photo(try Photo(stored: photo, "picture"))
        case .catalogue(let name): self = .catalogue(name)
        case nil: throw MalformedField(name: "picture")
        }
    }

    var wire: Glimp_V1_SnapPicture {
        .with {
            switch self {
            case .photo(let photo): $0.photo = photo.wire
            case .catalogue(let name): $0.catalogue = name
            }
        }
    }

    /// The upload, if it is one.
    public var media: MediaID? {
        if case .photo(let photo) = self { photo.media } else { nil }
    }
}
