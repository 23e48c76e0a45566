import CMemoryFile
import EventLog
import Glibc

/// A file in memory that has no name: what a worker reads or makes, before it is sealed. It never touches a disk, and
/// is gone with this value.
final class MemoryFile: Sendable {
    let descriptor: Int32

    /// - Throws: ``EventLogError``.
    init() throws(EventLogError) {
        descriptor = cmemoryfile_create("glimp-media")
        guard descriptor >= 0 else { throw FileSystem.failure("create", "a file in memory") }
    }

    deinit { close(descriptor) }

    /// In bytes.
    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }
}
