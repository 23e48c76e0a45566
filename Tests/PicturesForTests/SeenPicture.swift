import CPicturesForTests

/// What a file of a picture holds.
public struct SeenPicture: Equatable, Sendable {
    public var width: Int
    public var height: Int
    public var hasProfile: Bool
    /// 1…8 as EXIF has it; 1 is upright.
    public var orientation: Int
    /// The names of its metadata, by libvips, that may tell of its maker.
    public var fields: Set<String>
    /// The first letters of the colours of its quarters: `rgbw` is upright.
    public var quarters: String

    /// - Returns: nil for what can't be decoded to its end.
    public init?(_ path: String) {
        precondition(TestPicture.isStarted)
        guard let picture = cpictures_open(path) else { return nil }
        defer { cpictures_release(picture) }
        width = Int(cpictures_width(picture))
        height = Int(cpictures_height(picture))
        hasProfile = cpictures_has_profile(picture) != 0
        orientation = Int(cpictures_orientation(picture))
        guard let names = cpictures_fields(picture) else { return nil }
        defer { cpictures_free(names) }
        fields = Set(String(cString: names).split(separator: "\n").map(String.init)).filter { name in
            Self.personal.contains { name.hasPrefix($0) } && !Self.technical.contains(name)
        }
        var quarters = ""
        for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
            var colour: [UInt8] = [0, 0, 0]
            guard cpictures_pixel(picture, Int32(x * width / 4), Int32(y * height / 4), &colour) == 0 else {
                return nil
            }
            quarters += Self.name(colour)
        }
        self.quarters = quarters
    }

    /// How far apart the pixels of two files are in the mean, of 255.
    /// - Returns: nil for what can't be decoded or is not of one size.
    public static func meanDifference(_ first: String, _ second: String) -> Double? {
        precondition(TestPicture.isStarted)
        guard let first = cpictures_open(first) else { return nil }
        defer { cpictures_release(first) }
        guard let second = cpictures_open(second) else { return nil }
        defer { cpictures_release(second) }
        let difference = cpictures_difference(first, second)
        return difference < 0 ? nil : difference
    }

    /// Beginnings of the names of what a picture may tell of its maker.
    private static let personal = ["exif", "xmp", "iptc", "photoshop", "png-comment", "jpeg-thumbnail"]

    /// What libvips itself writes, beside a profile or into WebP, the same for every picture.
    private static let technical: Set<String> = [
        "exif-data", "exif-ifd0-Orientation", "exif-ifd0-XResolution", "exif-ifd0-YResolution",
        "exif-ifd0-ResolutionUnit", "exif-ifd0-YCbCrPositioning", "exif-ifd2-ExifVersion", "exif-ifd2-FlashpixVersion",
        "exif-ifd2-ComponentsConfiguration", "exif-ifd2-ColorSpace", "exif-ifd2-PixelXDimension",
        "exif-ifd2-PixelYDimension",
    ]

    private static func name(_ colour: [UInt8]) -> String {
        switch colour.map({ $0 > 128 }) {
        case [true, false, false]: "r"
        case [false, true, false]: "g"
        case [false, false, true]: "b"
        case [true, true, true]: "w"
        default: "?"
        }
    }
}
