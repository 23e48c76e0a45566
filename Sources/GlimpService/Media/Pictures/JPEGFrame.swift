/// The frame header of a JPEG file (ITU-T T.81, B.2.2).
struct JPEGFrame {
    let picture: Picture
    /// What the entropy-coded data has at least: each block of 8 × 8 samples takes a bit or more.
    private let leastScanBytes: Int

    /// - Parameter header: what follows the length.
    init(header: [UInt8], maximumPixels: Int) throws(MediaError) {
        guard header.count >= 6, header.count == 6 + 3 * Int(header[5]) else {
            throw .damaged("its header makes no sense")
        }
        guard header[0] == 8, [1, 3, 4].contains(header[5]) else {
            throw .unsupported("This kind of JPEG is not shown everywhere.")
        }
        // The number of lines may come later (DNL), as 0 here; nothing in use writes that.
        picture = try Picture(
            .jpeg, width: Int(header[3]) << 8 | Int(header[4]), height: Int(header[1]) << 8 | Int(header[2]),
            maximumPixels: maximumPixels)
        var widest = 1
        var highest = 1
        var blocks = 0
        for component in stride(from: 6, to: header.count, by: 3) {
            let horizontal = Int(header[component + 1] >> 4)
            let vertical = Int(header[component + 1] & 0x0F)
            guard (1...4).contains(horizontal), (1...4).contains(vertical) else {
                throw .damaged("its header makes no sense")
            }
            widest = max(widest, horizontal)
            highest = max(highest, vertical)
            blocks += horizontal * vertical
        }
        leastScanBytes = (picture.width / (8 * widest)) * (picture.height / (8 * highest)) * blocks / 8
    }

    /// Whether so much entropy-coded data can be all of the picture.
    func isPlausible(scanBytes: Int) -> Bool { scanBytes > 0 && scanBytes >= leastScanBytes }
}
