/// A smaller size of a picture; its name is part of its address.
package enum Rendition: String, Sendable, CaseIterable {
    case square75 = "square-75"
    case square150 = "square-150"
    case longest240 = "240"
    case longest320 = "320"
    case longest640 = "640"
    case longest1024 = "1024"

    /// Cut to a square, at the centre.
    package var isSquare: Bool { self == .square75 || self == .square150 }

    /// Of the longest side, in pixels.
    private var longest: Int {
        switch self {
        case .square75: 75
        case .square150: 150
        case .longest240: 240
        case .longest320: 320
        case .longest640: 640
        case .longest1024: 1_024
        }
    }

    /// The size of a picture's rendition: never larger than the picture, and never nothing.
    package func size(width: Int, height: Int) -> PixelSize {
        if isSquare {
            let side = min(longest, min(width, height))
            return PixelSize(width: side, height: side)
        }
        let longer = max(width, height)
        guard longer > longest else { return PixelSize(width: width, height: height) }
        // To the nearest pixel.
        func scaled(_ side: Int) -> Int { max(1, (side * longest * 2 + longer) / (longer * 2)) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }

    /// What renditions are written as.
    package enum Format: String, Sendable, CaseIterable {
        case jpeg = "jpg"
        case webp = "webp"

        package var picture: PictureFormat {
            switch self {
            case .jpeg: .jpeg
            case .webp: .webp
            }
        }
    }
}
