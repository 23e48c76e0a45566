/// The texts of a PNG that are compressed (PNG, third edition, sections 11.3.3.3 and 11.3.3.4): a decoder unpacks each,
/// up to a thousand times its size, whatever becomes of it. So they are counted before.
package enum PNGTexts {
    /// In bytes, as they lie in the file, all together: unpacked at worst 64 MiB, for which a decoder needs about a second.
    /// Names, descriptions and what editors leave take some kilobytes.
    package static let most = 64 << 10
    /// Of chunks, whatever is in them: each has to be looked at.
    package static let mostChunks = 1 << 16

    /// A chunk's length and type.
    private static let headBytes = 8
    /// Of an iTXt: the longest keyword, its end, and whether the text is compressed.
    private static let beginBytes = 81

    /// Whether a PNG has more of them than is taken. What is wrong otherwise is for its decoder to say.
    /// - Parameter read: up to as many bytes from an offset on; fewer at the end.
    package static func areTooMany(read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Bool {
        var place = 8
        var compressed = 0
        for _ in 0..<mostChunks {
            let start = read(place, headBytes + beginBytes)
            guard start.count >= headBytes else { return false }
            let length = start[..<4].reduce(0) { $0 << 8 | Int($1) }
            switch String(decoding: start[4..<headBytes], as: UTF8.self) {
            case "IEND": return false
            case "zTXt": compressed += length
            case "iTXt" where isCompressed(start[headBytes...]): compressed += length
            default: break
            }
            guard compressed <= most else { return true }
            // Its head, what it holds, its checksum.
            place += headBytes + length + 4
        }
        return true
    }

    private static func isCompressed(_ text: ArraySlice<UInt8>) -> Bool {
        guard let end = text.firstIndex(of: 0), end + 1 < text.endIndex else { return false }
        return text[end + 1] != 0
    }
}
