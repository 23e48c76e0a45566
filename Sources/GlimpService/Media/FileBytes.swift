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
        let failure = bytes.withUnsafeBytes { bytes -> EventLogError? in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return FileSystem.failure("write", path) }
                rest = rest.dropFirst(written)
            }
            return nil
        }
        if let failure { throw failure }
    }
}
