import EventLog
import Glibc

/// Reading and writing whole pieces of open files, whatever part of it a call of the kernel does.
enum FileBytes {
    /// - Parameter path: for what is told of an error.
    /// - Throws: ``EventLogError``: `corrupted` when there are not as many bytes.
    static func read(
        _ descriptor: Int32, _ offset: Int, _ count: Int, _ path: String
    ) throws(EventLogError) -> [UInt8] {
        var failure: EventLogError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            while read < count, failure == nil {
                let more = pread(
                    descriptor, buffer.baseAddress?.advanced(by: read), count - read, off_t(offset + read))
                if more < 0, errno == EINTR { continue }
                if more < 0 { failure = FileSystem.failure("read", path) }
                if more == 0 { failure = EventLogError(.corrupted, "\(path) is cut short") }
                read += max(0, more)
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes where the file stands.
    static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(EventLogError) {
        guard FileSystem.writeAll(bytes, to: descriptor) else { throw FileSystem.failure("write", path) }
    }
}
