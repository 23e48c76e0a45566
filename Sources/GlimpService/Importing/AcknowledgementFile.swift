public import EventLog
import Glibc
import Synchronization

/// Where an import notes what is durable: one JSON object a line, `{"id":"…","position":…}`.
public final class AcknowledgementFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let pending = Mutex<[UInt8]>([])
    private static let bufferBytes = 1 << 15

    private let write: Write

    /// As `write(2)`.
    typealias Write = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

    /// Opens the file, adding to what it has.
    public convenience init(path: String) throws(EventLogError) {
        try self.init(path: path) { Glibc.write($0, $1.baseAddress, $1.count) }
    }

    init(path: String, write: @escaping Write) throws(EventLogError) {
        self.path = path
        self.write = write
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileSystem.failure("open", path) }
    }

    deinit { close(descriptor) }

    func add(id: String, position: Position) throws(EventLogError) {
        let isFull = pending.withLock { pending in
            pending.append(contentsOf: "{\"id\":\"\(id)\",\"position\":\(position)}\n".utf8)
            return pending.count >= Self.bufferBytes
        }
        if isFull { try flush() }
    }

    /// Writes what was added.
    func flush() throws(EventLogError) {
        try pending.withLock { pending throws(EventLogError) in
            var written = 0
            // Never written twice, also when the rest could not be.
            defer { pending.removeFirst(written) }
            while written < pending.count {
                let count = pending.withUnsafeBytes {
                    write(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw FileSystem.failure("write", path) }
                written += count
            }
        }
    }
}
