import EventLog
@preconcurrency import Glibc

/// Standard output in big pieces, so that a long listing does not write line by line.
struct Output: ~Copyable {
    private var buffer: [UInt8] = []
    private static let bytes = 1 << 16

    /// Writes what `print` still holds back.
    /// - Throws: when it, or anything printed before, could not be written.
    static func finish() throws {
        guard fflush(stdout) == 0, ferror(stdout) == 0 else { throw failure() }
    }

    private static func failure() -> Failure {
        Failure(
            .inputOutput, errno == EPIPE ? "" : "cannot write to standard output: \(String(cString: strerror(errno)))")
    }

    mutating func line(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bytes { try flush() }
    }

    /// - Throws: when nobody reads on, or the disk behind standard output is full.
    mutating func flush() throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard FileSystem.writeAll(buffer, to: 1) else { throw Self.failure() }
    }
}
