import CMemoryFile
import EventLog
import GlimpDomain
import Glibc

/// A file that has no name: what is in the clear, before it is sealed. Gone with this value, and with its process.
final class NamelessFile: Sendable {
    let descriptor: Int32

    /// One in memory, which never touches a disk.
    /// - Throws: ``EventLogError``.
    init() throws(EventLogError) {
        descriptor = cmemoryfile_create("glimp-media")
        guard descriptor >= 0 else { throw FileSystem.failure("create", "a file in memory") }
    }

    /// One beside the files on their way, for what memory has no room for.
    /// - Throws: ``EventLogError``.
    init(in files: MediaFiles) throws(EventLogError) {
        let path = files.incoming(MediaID(rawValue: FreshID.make()))
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure("create", path) }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// In bytes.
    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }
}
