public import CVips

/// A picture as libvips has it: not decoded further than it was read.
public final class VipsPicture {
    private let image: OpaquePointer

    private init(_ image: OpaquePointer) { self.image = image }

    deinit { cvips_release(image) }

    private convenience init(_ make: (inout OpaquePointer?) -> Int32) throws(VipsError) {
        var image: OpaquePointer?
        guard make(&image) == 0, let image else { throw .failed }
        self.init(image)
    }

    /// Opens a picture of exactly this format and reads its header.
    /// - Parameter descriptor: to be open for as long as anything made of the picture is.
    public convenience init(descriptor: Int32, format: CVipsFormat) throws(VipsError) {
        try self.init { cvips_open(descriptor, format, &$0) }
    }

    /// Opens it again at a smaller size, pressed into it, in sRGB.
    /// - Parameter descriptor: that it was opened from.
    public func reopened(_ descriptor: Int32, width: Int, height: Int) throws(VipsError) -> VipsPicture {
        try VipsPicture { cvips_open_smaller(image, descriptor, Int32(width), Int32(height), &$0) }
    }

    /// Red, green and blue.
    public static let bytesAPixel = 3

    /// A picture of pixels in sRGB, row by row from the top.
    /// - Precondition: there are as many as the size says.
    public convenience init(pixels: [UInt8], width: Int, height: Int) throws(VipsError) {
        precondition(pixels.count == width * height * Self.bytesAPixel, "as many as the size says")
        try self.init { cvips_from_pixels(pixels, Int32(width), Int32(height), &$0) }
    }

    public var width: Int { Int(cvips_width(image)) }
    public var height: Int { Int(cvips_height(image)) }

    /// Whether EXIF says that it lies on its side, or is mirrored.
    public var isTurned: Bool { cvips_orientation(image) > 1 }

    /// A field of its metadata that is text.
    public subscript(field: String) -> String? { cvips_text(image, field).map { String(cString: $0) } }

    /// All of it decoded, to be read in any order.
    public func inMemory() throws(VipsError) -> VipsPicture {
        try VipsPicture { cvips_in_memory(image, &$0) }
    }

    /// Turned as EXIF says.
    public func upright() throws(VipsError) -> VipsPicture { try VipsPicture { cvips_upright(image, &$0) } }

    /// - Precondition: the part lies within it.
    public func cropped(x: Int, y: Int, width: Int, height: Int) throws(VipsError) -> VipsPicture {
        try VipsPicture { cvips_crop(image, Int32(x), Int32(y), Int32(width), Int32(height), &$0) }
    }

    /// As screens show it: sRGB instead of colours for printers, and of those whose profile is too large to be kept.
    public func forScreens() throws(VipsError) -> VipsPicture { try VipsPicture { cvips_for_screens(image, &$0) } }

    /// A picture that is in memory at a half, quarter… of its width and height, in memory too.
    public func fraction(_ divisor: Int) throws(VipsError) -> VipsPicture {
        try VipsPicture { cvips_fraction(image, Int32(divisor), &$0) }
    }

    /// A smaller size of a picture that is in memory, in sRGB and in memory too.
    /// - Parameter crops: cut to the size at its centre; else pressed into it.
    public func smaller(width: Int, height: Int, crops: Bool) throws(VipsError) -> VipsPicture {
        try VipsPicture { cvips_smaller(image, Int32(width), Int32(height), crops ? 1 : 0, &$0) }
    }

    /// Writes it without any metadata, but perhaps its colour profile.
    /// - Parameters:
    ///   - quality: 1…100, where the format has any.
    ///   - maximumBytes: what it may come to.
    public func write(
        to descriptor: Int32, as format: CVipsFormat, quality: Int, keepsProfile: Bool, maximumBytes: Int
    ) throws(VipsError) {
        let result = cvips_save(
            image, descriptor, format, Int32(quality), keepsProfile ? 1 : 0, UInt64(maximumBytes))
        guard result == 0 else { throw result < 0 ? .failed : .notWritten(result) }
    }
}
