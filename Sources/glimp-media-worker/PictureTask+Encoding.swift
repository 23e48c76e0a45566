import Glibc
import MediaWork
import Vips

extension PictureTask {
    /// Writes pixels as a picture. What is there has to be exactly as much as is said.
    static func encode(
        _ width: Int, _ height: Int, _ format: PictureFormat, _ maximumBytes: Int
    ) throws(VipsError) -> MediaReport {
        // Both are at most 65 535: the product fits.
        guard let pixels = read(count: width * height * VipsPicture.bytesAPixel) else {
            return .refused(.damaged)
        }
        let picture = try VipsPicture(pixels: pixels, width: width, height: height)
        try picture.write(
            to: MediaTask.firstFile, as: format.inVips, quality: 90, keepsProfile: false, maximumBytes: maximumBytes)
        return .made(.init(width: width, height: height, box: nil, origin: MediaOrigin()))
    }

    /// - Returns: nil when descriptor 0 has more or fewer, and when that can't be known.
    private static func read(count: Int) -> [UInt8]? {
        var status = stat()
        guard fstat(0, &status) == 0, Int(status.st_size) == count else { return nil }
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, isWhole {
                let more = Glibc.read(0, buffer.baseAddress?.advanced(by: filled), count - filled)
                if more < 0, errno == EINTR { continue }
                isWhole = more > 0
                filled += max(0, more)
            }
        }
        return isWhole ? bytes : nil
    }
}
