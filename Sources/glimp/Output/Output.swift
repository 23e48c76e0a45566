@preconcurrency import Glibc

/// The one door to standard output, in big pieces: a long listing does not write line by line. What can't be written is
/// an error, and with it the end of the command.
struct Output: ~Copyable {
    private var buffer: [UInt8] = []
    private static let bytes = 1 << 16

    /// Writes a whole result, at once.
    /// - Throws: as ``flush()``.
    static func write(_ lines: [String]) throws {
        var output = Output()
        for line in lines { try output.line(line) }
        try output.flush()
    }

    static func write(_ line: String) throws { try write([line]) }

    /// The lines of a text that ends with one.
    static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    mutating func line(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bytes { try flush() }
    }

    /// - Throws: when nobody reads on, or the disk behind standard output is full.
    mutating func flush() throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        try NewFile.write(buffer, to: STDOUT_FILENO, "standard output")
    }
}
