import MediaWork
import Vips

extension PictureTask {
    /// Makes all sizes from one decoding: each of the smallest half, quarter… of it that still has twice its width and
    /// height. That is how libvips makes one, so each looks as if it had been made alone.
    static func shrink(
        _ kept: PictureFormat, _ sizes: [SmallerSize], _ format: PictureFormat, _ maximumBytes: Int
    ) throws(VipsError) -> MediaReport {
        let whole = try decoded(kept, for: sizes)
        var (source, divisor) = (whole, 1)
        let (width, height) = (Double(whole.width), Double(whole.height))
        func factor(_ size: SmallerSize) -> Double { min(width / Double(size.width), height / Double(size.height)) }
        for (number, size) in sizes.enumerated().sorted(by: { factor($0.element) < factor($1.element) }) {
            while min(source.width / size.width, source.height / size.height) >= 4 {
                divisor *= 2
                // Of the whole each time: what rounding adds to a half would add up.
                source = try whole.fraction(divisor)
            }
            let picture = try source.smaller(width: size.width, height: size.height, crops: size.crops)
            guard (picture.width, picture.height) == (size.width, size.height) else { return .refused(.damaged) }
            try picture.write(
                to: MediaTask.firstFile + Int32(number), as: format.inVips, quality: 80, keepsProfile: false,
                maximumBytes: maximumBytes)
        }
        return .shrunk
    }

    /// The picture, decoded: at its size, or, where that is much more than is needed, at a fraction that still has twice
    /// what the largest needs. That bounds the memory, and decoding a JPEG at a half or a quarter is faster.
    private static func decoded(_ kept: PictureFormat, for sizes: [SmallerSize]) throws(VipsError) -> VipsPicture {
        let picture = try VipsPicture(descriptor: 0, format: kept.inVips)
        let fraction = sizes.map { min(picture.width / $0.width, picture.height / $0.height) / 2 }.min() ?? 1
        guard fraction > 1 else { return try picture.inMemory() }
        return try picture.reopened(0, width: picture.width / fraction, height: picture.height / fraction).inMemory()
    }
}
