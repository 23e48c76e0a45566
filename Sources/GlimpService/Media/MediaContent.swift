import EventLog
import Glibc

/// The bytes of a picture, open for reading: they stay readable as long as this lives, whatever becomes of the file.
public final class MediaContent: Sendable {
    public let mime: String
    public let bytes: Int
    private let path: String
    private let descriptor: Int32
    private let threads: DiskThreads

    init(_ path: String, mime: String, _ threads: DiskThreads) throws(EventLogError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let failure = FileSystem.failure("open", path)
            guard failure.code == .notFound else { throw failure }
            throw EventLogError(.corrupted, "\(path) is missing and its record is not: restore media/")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let failure = FileSystem.failure("look at", path)
            close(descriptor)
            throw failure
        }
        bytes = Int(status.st_size)
        self.mime = mime
        self.path = path
        self.threads = threads
    }

    deinit { close(descriptor) }

    /// The bytes of a part that lies within the content.
    /// - Throws: ``EventLogError`` `corrupted` when the file has become shorter.
    public func read(_ part: Range<Int>) async throws -> [UInt8] {
        try await threads.run { [self] in
            try [UInt8](unsafeUninitializedCapacity: part.count) { buffer, count in
                while count < part.count {
                    let read = pread(
                        descriptor, buffer.baseAddress?.advanced(by: count), part.count - count,
                        off_t(part.lowerBound + count))
                    if read < 0, errno == EINTR { continue }
                    guard read >= 0 else { throw FileSystem.failure("read", path) }
                    guard read > 0 else {
                        throw EventLogError(.corrupted, "\(path) is cut short")
                    }
                    count += read
                }
            }
        }
    }
}
