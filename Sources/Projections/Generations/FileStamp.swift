import EventLog
import Glibc

/// Tells whether a file was replaced since it was last read.
struct FileStamp: Hashable, Sendable {
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// nil: there is no such file.
    init?(path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileSystem.failure("examine", path)
        }
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        // The moment of the last change of the inode: a rename sets it, and nobody can set it back.
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }
}
