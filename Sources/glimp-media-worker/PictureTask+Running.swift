import CVips
import Glibc
import MediaWork
import Vips

extension PictureTask {
    /// Whether libvips needs its modules for it: they are where HEIC is read in places, and nothing else that is taken.
    var needsModules: Bool {
        if case .keep(.heic, _, _) = self { true } else { false }
    }

    /// - Parameter maximumBytes: of each file that is made.
    func run(maximumBytes: Int) throws(VipsError) -> MediaReport {
        switch self {
        case .keep(let format, let crop, let maximumPixels):
            try Self.keep(format, crop, maximumPixels, maximumBytes)
        case .shrink(let kept, let sizes, let format): try Self.shrink(kept, sizes, format, maximumBytes)
        case .encode(let width, let height, let format): try Self.encode(width, height, format, maximumBytes)
        case .examine(let format, let count):
            .seen((0..<count).map { Self.size(MediaTask.firstFile + Int32($0), format) })
        }
    }

    private static func keep(
        _ format: PictureFormat, _ crop: Crop, _ maximumPixels: Int, _ maximumBytes: Int
    ) throws(VipsError) -> MediaReport {
        guard Vips.reads(format.inVips) else { return .refused(.unsupported) }
        if format == .png, PNGTexts.areTooMany(read: readInput) { return .refused(.tooManyParts) }
        var picture = try VipsPicture(descriptor: 0, format: format.inVips)
        // Its header says so; nothing is decoded yet. Both are at most 2³¹: the product fits.
        guard picture.width * picture.height <= maximumPixels else { return .refused(.tooManyPixels) }
        let origin = MediaOrigin { picture[$0] }
        // Decoded whole, even if only a part is kept: else damage below it would not be found.
        if picture.isTurned || crop != .none { picture = try picture.inMemory().upright() }
        guard let box = crop.box(width: picture.width, height: picture.height) else {
            return .refused(.cropOutside)
        }
        if let box { picture = try picture.cropped(x: box.x, y: box.y, width: box.size, height: box.size) }
        picture = try picture.forScreens()
        try picture.write(
            to: MediaTask.firstFile, as: format.kept.inVips, quality: 90, keepsProfile: true,
            maximumBytes: maximumBytes)
        return .made(.init(width: picture.width, height: picture.height, box: box, origin: origin))
    }

    /// Up to as many bytes; fewer at the end, or when it can't be read, which whoever decodes it finds too.
    private static func readInput(_ offset: Int, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = max(0, pread(0, buffer.baseAddress, count, off_t(offset)))
        }
    }

    /// What a picture of exactly this format measures; nil: not all of it can be decoded.
    private static func size(_ descriptor: Int32, _ format: PictureFormat) -> PixelSize? {
        do throws(VipsError) {
            let picture = try VipsPicture(descriptor: descriptor, format: format.inVips).inMemory()
            return PixelSize(width: picture.width, height: picture.height)
        } catch {
            return nil
        }
    }
}

extension PictureFormat {
    var inVips: CVipsFormat {
        switch self {
        case .jpeg: CVIPS_JPEG
        case .png: CVIPS_PNG
        case .webp: CVIPS_WEBP
        case .heic: CVIPS_HEIC
        case .gif: CVIPS_GIF
        }
    }
}
