import CPicturesForTests

/// A picture whose quarters have a colour each, so that a test sees how it lies: red, green, below them blue, white.
public struct TestPicture {
    public var width: Int
    public var height: Int
    /// As EXIF has it: how it has to be turned to stand upright.
    public var orientation: Int?
    /// EXIF and other metadata, by libvips' names.
    public var fields: [(name: String, text: String)] = []
    public var hasProfile = false
    /// Bytes that its profile is larger than it need be.
    public var profilePadding = 0
    /// Of an animation, whose frames lie below each other.
    public var frameHeight: Int?
    /// Of random colours instead, which no format makes small.
    public var isNoise = false
    /// Of this grey instead.
    public var grey: UInt8?
    /// Changes one pixel a little: another picture.
    public var number = 0

    public init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    /// A small square, another one for each number below 256.
    public static func png(number: Int = 0) -> [UInt8] {
        var picture = TestPicture(3, 3)
        picture.number = number
        return picture.encoded(".png")
    }

    /// Written when and where a camera says.
    public static let camera: [(name: String, text: String)] = [
        ("png-comment-0-Author", "Ada Leitz"), ("exif-ifd0-Make", "Leitz"), ("exif-ifd0-Artist", "Ada"),
        ("exif-ifd2-DateTimeOriginal", "2008:10:22 16:28:39"), ("exif-ifd2-OffsetTimeOriginal", "+02:00"),
        ("exif-ifd3-GPSLatitudeRef", "N"), ("exif-ifd3-GPSLatitude", "43/1 28/1 2814/1000"),
        ("exif-ifd3-GPSLongitudeRef", "W"), ("exif-ifd3-GPSLongitude", "11/1 53/1 645/100"),
    ]

    /// - Parameter suffix: says the format, and how it is written: `.jpg`, `.png[interlace]`.
    public func encoded(_ suffix: String) -> [UInt8] {
        precondition(Self.isStarted)
        guard let picture = cpictures_make(pixels, Int32(width), Int32(height)) else { return [] }
        defer { cpictures_release(picture) }
        for field in fields { cpictures_set(picture, field.name, field.text) }
        if let orientation { cpictures_set_orientation(picture, Int32(orientation)) }
        if let frameHeight { cpictures_set_frames(picture, Int32(frameHeight)) }
        if hasProfile { precondition(cpictures_set_profile(picture, profilePadding) == 0) }
        return Self.encoded(picture, suffix)
    }

    /// A PNG of nothing, small however large it is.
    public static func black(_ width: Int, _ height: Int) -> [UInt8] {
        precondition(Self.isStarted)
        guard let picture = cpictures_make_black(Int32(width), Int32(height)) else { return [] }
        defer { cpictures_release(picture) }
        return encoded(picture, ".png")
    }

    private static func encoded(_ picture: OpaquePointer, _ suffix: String) -> [UInt8] {
        var length: UInt = 0
        guard let bytes = cpictures_encode(picture, suffix, &length) else { return [] }
        defer { cpictures_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
    }

    private var pixels: [UInt8] {
        if isNoise { return noise }
        if let grey { return Array(repeating: grey, count: width * height * 3) }
        let colours: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
        let (left, above) = ((width + 1) / 2, (height + 1) / 2)
        func row(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
            (0..<width).flatMap { $0 < left ? first : second }
        }
        let (upper, lower) = (row(colours[0], colours[1]), row(colours[2], colours[3]))
        var pixels: [UInt8] = []
        for y in 0..<height { pixels += y < above ? upper : lower }
        (pixels[1], pixels[2]) = (UInt8(number & 15), UInt8(number >> 4 & 15))
        return pixels
    }

    /// Always the same (the generator of MINSTD).
    private var noise: [UInt8] {
        var state: UInt64 = 1
        return (0..<width * height * 3).map { _ in
            state = state * 48_271 % 2_147_483_647
            return UInt8(truncatingIfNeeded: state >> 8)
        }
    }

    static let isStarted = cpictures_start() == 0
}
