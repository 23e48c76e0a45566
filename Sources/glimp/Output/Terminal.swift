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
