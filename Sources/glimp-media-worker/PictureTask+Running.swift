import CVips
import Glibc
import PictureWork
import Vips

extension PictureTask {
    /// Whether libvips needs its modules for it: they are where HEIC is read in places, and nothing else that is taken.
    var needsModules: Bool {
        if case .keep(.heic, _, _) = kind { true } else { false }
    }

    func run() throws(VipsError) -> PictureReport {
        switch kind {
        case .keep(let format, let crop, let maximumPixels): try keep(format, crop, maximumPixels)
        // There is another worker for it.
        case .copy: .refused(.unsupported)
        case .shrink(let kept, let sizes, let format): try shrink(kept, sizes, format)
        case .encode(let width, let height, let format): try encode(width, height, format)
        }
    }

    private func keep(
        _ format: PictureFormat, _ crop: Crop, _ maximumPixels: Int
    ) throws(VipsError) -> PictureReport {
        guard Vips.reads(format.inVips) else { return .refused(.unsupported) }
        var picture = try VipsPicture(descriptor: 0, format: format.inVips)
        // Its header says so; nothing is decoded yet. Both are at most 2³¹: the product fits.
        guard picture.width * picture.height <= maximumPixels else { return .refused(.tooManyPixels) }
        let origin = PictureOrigin { picture[$0] }
        // Decoded whole, even if only a part is kept: else damage below it would not be found.
        if picture.isTurned || crop != .none { picture = try picture.inMemory().upright() }
        guard let box = crop.box(width: picture.width, height: picture.height) else {
            return .refused(.cropOutside)
        }
        if let box { picture = try picture.cropped(x: box.x, y: box.y, width: box.size, height: box.size) }
        picture = try picture.forScreens()
        try picture.write(
            to: Self.firstOutput, as: format.kept.inVips, quality: 90, keepsProfile: true,
            maximumBytes: maximumBytes)
        return .made(.init(width: picture.width, height: picture.height, box: box, origin: origin))
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
