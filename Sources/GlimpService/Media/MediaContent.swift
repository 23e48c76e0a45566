import EventLog
import Glibc

/// The bytes of an upload, open for reading: they stay readable as long as this lives, whatever becomes of the file.
public final class MediaContent: Sendable {
    public let record: MediaRecord
    private let descriptor: Int32
    private let threads: DiskThreads

    init(_ record: MediaRecord, _ path: String, _ threads: DiskThreads) throws(EventLogError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let failure = FileSystem.failure("open", path)
            guard failure.code == .notFound else { throw failure }
            throw EventLogError(.corrupted, "\(path) is missing and its record is not: restore media/")
        }
        self.record = record
        self.threads = threads
    }

    deinit { close(descriptor) }

    /// The bytes of a part that lies within the content.
    /// - Throws: ``EventLogError`` `corrupted` when the file is shorter than its record says.
    public func read(_ part: Range<Int>) async throws -> [UInt8] {
        try await threads.run { [self] in
            try [UInt8](unsafeUninitializedCapacity: part.count) { buffer, count in
                while count < part.count {
                    let read = pread(
                        descriptor, buffer.baseAddress?.advanced(by: count), part.count - count,
                        off_t(part.lowerBound + count))
                    if read < 0, errno == EINTR { continue }
                    guard read >= 0 else { throw FileSystem.failure("read", "upload \(record.media)") }
                    guard read > 0 else {
                        throw EventLogError(.corrupted, "the file of upload \(record.media) is cut short")
                    }
                    count += read
                }
            }
        }
    }
}
