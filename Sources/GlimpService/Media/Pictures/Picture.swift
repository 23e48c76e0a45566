/// What the headers of a picture say of it.
struct Picture: Hashable, Sendable {
    /// The formats that are taken; the numbers are stored.
    enum Format: UInt8, Sendable {
        case jpeg = 1
        case png = 2

        var mime: String {
            switch self {
            case .jpeg: "image/jpeg"
            case .png: "image/png"
            }
        }
    }

    let format: Format
    /// In pixels, as the content has them.
    let width: Int
    let height: Int

    /// - Throws: `too_many_pixels`; `damaged_media` when there are none.
    init(_ format: Format, width: Int, height: Int, maximumPixels: Int) throws(MediaError) {
        guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
        // Both are at most 2³¹: the product fits.
        guard width * height <= maximumPixels else {
            throw MediaError(.tooManyPixels, "The picture has more than \(maximumPixels / 1_000_000) million pixels.")
        }
        self.format = format
        self.width = width
        self.height = height
    }
}
