public import EventLog
import Glibc
import Synchronization

/// Where an import notes what is durable: one JSON object a line, `{"id":"…","position":…}`.
public final class AcknowledgementFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let pending = Mutex<[UInt8]>([])
    private static let bufferBytes = 1 << 15

    /// Opens the file, adding to what it has.
    public init(path: String) throws(EventLogError) {
        self.path = path
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
            while written < pending.count {
                let count = pending.withUnsafeBytes { bytes in
                    write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw FileSystem.failure("write", path) }
                written += count
            }
            pending.removeAll(keepingCapacity: true)
        }
    }
}
