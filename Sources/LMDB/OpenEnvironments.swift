import Glibc
import Synchronization

/// What makes a file the same file, however its path is written. Holds while the file is open somewhere: the number of
/// a removed one is given out again.
struct FileIdentity: Hashable, Sendable {
    let device: UInt
    let inode: UInt

    /// nil: there is no such file; `errno` says why.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
    }
}

/// The environments this process has open. POSIX drops every lock of a process on a file when any descriptor of it is
/// closed, so a second one would break the first (`lmdb.h`, *Caveats*).
enum OpenEnvironments {
    private static let files = Mutex<Set<FileIdentity>>([])
    private static let numbers = Atomic<Int>(0)

    static func claim(_ file: FileIdentity, _ path: String) throws(LMDBError) {
        let isNew = files.withLock { $0.insert(file).inserted }
        if !isNew { throw LMDBError(.alreadyOpen, "open \(path)") }
    }

    /// - Parameter close: closes the file. Nobody can claim meanwhile: the system may give the number of a file that is
    ///   gone to a new one as soon as it is closed.
    static func release(_ file: FileIdentity, _ close: () -> Void = {}) {
        files.withLock { files in
            close()
            files.remove(file)
        }
    }

    static func nextNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }
}
