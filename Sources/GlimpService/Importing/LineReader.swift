import Dispatch
import EventLog
import Glibc

/// Lines of a file or of standard input, one after the other, each bounded.
///
/// An actor, because the lines may come from a pipe for as long as a process runs: whoever reads, one at a time.
public actor LineReader {
    /// Bytes of a line, its end not counted.
    public static let maximumBytes = 1 << 20

    private let descriptor: Int32
    private let path: String
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasEnded = false
    private var number = 0

    /// - Parameter path: `-` for standard input.
    public init(path: String) throws(EventLogError) {
        self.path = path == "-" ? "standard input" : path
        descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileSystem.failure("open", path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw EventLogError(.inputOutput, "\(self.path) is a directory, not a file of commands")
        }
    }

    deinit { close(descriptor) }

    /// The next line without its end, and its number from 1; nil at the end of the file.
    /// - Parameter beforeWaiting: called when the next line has not been written yet: whoever writes it may want to see
    ///   first what became of the ones before.
    /// - Throws: ``BadLine`` when it is too long; what `beforeWaiting` throws.
    public func next(
        beforeWaiting: @Sendable () async throws -> Void = {}
    ) async throws -> (number: Int, bytes: ArraySlice<UInt8>)? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return (number + 1, try line(start..<end))
            }
            if hasEnded {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                return (number + 1, try line(start..<buffer.count))
            }
            if buffer.count - start > Self.maximumBytes + 1 { _ = try line(start..<buffer.count) }
            searched = buffer.count - start
            if !isReadable {
                try await beforeWaiting()
                await waitUntilReadable()
            }
            try fill()
        }
    }

    private func line(_ range: Range<Int>) throws -> ArraySlice<UInt8> {
        number += 1
        var line = buffer[range]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard line.count <= Self.maximumBytes else {
            throw BadLine(number: number, reason: "the line is longer than \(Self.maximumBytes) bytes")
        }
        return line
    }

    /// Whether reading returns at once; a regular file always does.
    private var isReadable: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) != 0
    }

    /// Without holding a thread that read models and expiry need.
    private func waitUntilReadable() async {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        await withCheckedContinuation { continuation in
            source.setEventHandler { source.cancel() }
            source.setCancelHandler { continuation.resume() }
            source.activate()
        }
    }

    private func fill() throws(EventLogError) {
        buffer.removeSubrange(..<start)
        start = 0
        let filled = buffer.count
        let room = 1 << 18
        buffer.append(contentsOf: repeatElement(0, count: room))
        let descriptor = descriptor
        var count: Int
        repeat {
            count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + filled }, room) }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw FileSystem.failure("read", path) }
        buffer.removeLast(room - count)
        hasEnded = count == 0
    }
}

/// A line that is no command at all. It stops an import; what stood before it stays applied.
public struct BadLine: Error, Sendable, CustomStringConvertible {
    public let number: Int
    public let reason: String

    public var description: String { "line \(number): \(reason)" }
}
