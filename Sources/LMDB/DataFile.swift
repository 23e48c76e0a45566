import CLMDB
import Glibc

/// The file of an environment, examined before LMDB maps it: LMDB trusts what it maps, and a header that makes no sense
/// or a page that is not there ends the process by a signal.
struct DataFile {
    let path: String

    init(directory: String) { path = directory + "/data.mdb" }

    /// So that it has an identity to claim. LMDB fills an empty file when it opens it.
    func createIfMissing() throws(LMDBError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LMDBError(code: errno, "open \(path)") }
        close(descriptor)
    }

    func identity() throws(LMDBError) -> FileIdentity {
        guard let identity = FileIdentity(path: path) else { throw LMDBError(code: errno, "open \(path)") }
        return identity
    }

    /// Throws `invalidFile` or `versionMismatch` for a file that LMDB would refuse or die of, as far as its header and
    /// its length tell. Damage further inside is found when it is read.
    func requireSound(mayBeEmpty: Bool) throws(LMDBError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LMDBError(code: errno, "open \(path)") }
        defer { close(descriptor) }
        let pages = PageReader(descriptor: descriptor, path: path)
        if try pages.fileSize() == 0 {
            guard mayBeEmpty else { throw LMDBError(.invalidFile, "\(path) is empty") }
            return
        }
        // Other processes may be writing: what does not fit together is looked at again while they move on.
        var meta = try MetaPage.newest(pages)
        while true {
            guard try !isWhole(meta, pages) else { return }
            let later = try MetaPage.newest(pages)
            guard later.transaction != meta.transaction else { break }
            meta = later
        }
        throw LMDBError(.invalidFile, "\(path) is shorter than its last page")
    }

    /// Whether every page in use lies within the file. Pages allocated and freed in the same transaction are never
    /// written, so a sound file may be shorter than its last page, by pages that are free.
    private func isWhole(_ meta: MetaPage, _ pages: PageReader) throws(LMDBError) -> Bool {
        let present = UInt64(try pages.fileSize() / meta.pageSize)
        guard meta.lastPage >= present else { return true }
        let missing = present...meta.lastPage
        guard let free = try FreePages.count(within: missing, meta, pages) else { return false }
        return free == missing.count
    }
}

/// Reads parts of a file that may end anywhere.
struct PageReader {
    let descriptor: Int32
    let path: String

    func fileSize() throws(LMDBError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno, "examine \(path)") }
        return Int(status.st_size)
    }

    /// nil: the file ends before.
    func bytes(at offset: Int, count: Int) throws(LMDBError) -> PageBytes? {
        var content = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = content.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
            }
            if read == 0 { return nil }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { throw LMDBError(code: errno, "read \(path)") }
            filled += read
        }
        return PageBytes(content: content)
    }
}

/// Integers as LMDB stores them: in the machine's byte order.
struct PageBytes {
    let content: [UInt8]

    /// nil: outside the page.
    func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T? {
        guard offset >= 0, offset + MemoryLayout<T>.size <= content.count else { return nil }
        return content.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
}
