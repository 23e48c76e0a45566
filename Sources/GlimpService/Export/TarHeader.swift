/// The 512 bytes before each file of a tar archive (POSIX.1-1988, "ustar"), which every reader of tar understands.
///
/// Only what this archive needs: files, with short names that Glimp makes itself, of less than 8 GiB.
enum TarHeader {
    static let block = 512
    /// What a field of 11 octal digits can tell.
    static let longestFile = 1 << 33 - 1

    /// - Parameter name: ASCII, at most 100 bytes.
    static func bytes(_ name: String, size: Int, modified seconds: Int64) -> [UInt8] {
        precondition(name.utf8.count <= 100 && (0...longestFile).contains(size), "\(name) does not fit into ustar")
        var header = [UInt8](repeating: 0, count: block)
        func put(_ text: String, at start: Int) {
            header.replaceSubrange(start..<start + text.utf8.count, with: text.utf8)
        }
        put(name, at: 0)
        put(octal(0o600, digits: 7), at: 100)
        put(octal(0, digits: 7), at: 108)
        put(octal(0, digits: 7), at: 116)
        put(octal(size, digits: 11), at: 124)
        put(octal(Int(max(0, seconds)) & longestFile, digits: 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar\u{0}00", at: 257)
        // The sum of the header's bytes, taken with spaces in its own place.
        put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\u{0} ", at: 148)
        return header
    }

    /// What fills a file's last block.
    static func padding(after size: Int) -> [UInt8] { [UInt8](repeating: 0, count: (block - size % block) % block) }

    /// Two empty blocks.
    static let end = [UInt8](repeating: 0, count: 2 * block)

    private static func octal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
