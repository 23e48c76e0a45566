import EventLog
import Glibc

/// Tells whether the file that names the keys in use was replaced.
package struct KeysStamp: Hashable, Sendable {
    private let inode: UInt
    private let seconds: Int
    private let nanoseconds: Int

    /// nil: there is no such file.
    init?(_ path: String) throws(EventLogError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileSystem.failure("examine", path)
        }
        inode = UInt(status.st_ino)
        // Of the inode's last change: a rename sets it, and nobody can set it back.
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }
}
