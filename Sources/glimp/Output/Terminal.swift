import Foundation

/// Standard output is for results, standard error for everything else.
enum Terminal {
    static func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    static var hasProgress: Bool { isatty(2) == 1 }

    /// Shows how far long work is, on one line of standard error, if that is a terminal.
    static func progress(_ line: String) {
        guard hasProgress else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
    }

    static func endProgress() {
        guard hasProgress else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }
}

/// Standard output in big pieces, so that a long listing does not write line by line.
struct Output: ~Copyable {
    private var buffer: [UInt8] = []
    private static let bytes = 1 << 16

    mutating func line(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bytes { try flush() }
    }

    /// - Throws: when nobody reads on, or the disk behind standard output is full.
    mutating func flush() throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes { write(1, $0.baseAddress.map { $0 + start }, $0.count - start) }
            if count < 0, errno == EINTR { continue }
            if count <= 0, errno == EPIPE { throw Failure(.inputOutput, "") }
            guard count > 0 else {
                throw Failure(.inputOutput, "cannot write to standard output: \(String(cString: strerror(errno)))")
            }
            start += count
        }
    }
}
