/// The IHDR chunk of a PNG file (PNG, third edition, 11.2.1).
struct PNGHeader {
    let picture: Picture
    /// Whether pixels are indices.
    let needsPalette: Bool
    /// What the pixels take before they are compressed.
    private let rawBytes: Int

    /// Deflate makes 1,032 bytes of one at most (RFC 1951: 258 bytes of 2 bits).
    private static let highestRatio = 1_032

    /// - Parameter content: 13 bytes.
    init(_ content: [UInt8], maximumPixels: Int) throws(MediaError) {
        func number(_ start: Int) -> Int { content[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        let depth = Int(content[8])
        let samples: Int
        let depths: Set<Int>
        switch content[9] {
        case 0: (samples, depths) = (1, [1, 2, 4, 8, 16])
        case 2: (samples, depths) = (3, [8, 16])
        case 3: (samples, depths) = (1, [1, 2, 4, 8])
        case 4: (samples, depths) = (2, [8, 16])
        case 6: (samples, depths) = (4, [8, 16])
        default: throw .damaged("its header makes no sense")
        }
        guard depths.contains(depth), content[10] == 0, content[11] == 0, content[12] <= 1,
            number(0) <= Int(Int32.max), number(4) <= Int(Int32.max)
        else { throw .damaged("its header makes no sense") }
        picture = try Picture(.png, width: number(0), height: number(4), maximumPixels: maximumPixels)
        needsPalette = content[9] == 3
        rawBytes = picture.height * ((picture.width * samples * depth + 7) / 8)
    }

    /// Whether so much compressed data can be all of the picture.
    func isPlausible(dataBytes: Int) -> Bool { dataBytes > 0 && dataBytes * Self.highestRatio >= rawBytes }
}
