import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain
import Glibc
import Synchronization

/// What is to be kept of an upload, in `incoming/` until it is. Gone from the disk with this value, unless it was kept.
final class KeptFile: Sendable {
    let media: MediaID
    private let descriptor: Int32
    private let files: MediaFiles
    /// Whether there is nothing to discard any more.
    private let isSettled = Mutex(false)

    /// - Throws: ``EventLogError``.
    init(in files: MediaFiles) throws(EventLogError) {
        self.files = files
        (media, descriptor) = try Self.create(in: files)
    }

    deinit {
        // The name first: once the lock is gone, a sweep may take it.
        discard()
        close(descriptor)
    }

    /// Removes it, unless it was kept.
    func discard() {
        isSettled.withLock { isSettled in
            if !isSettled { files.forgetIncoming(media) }
            isSettled = true
        }
    }

    /// A new file, locked for as long as it is open.
    private static func create(in files: MediaFiles) throws(EventLogError) -> (MediaID, Int32) {
        while true {
            let media = MediaID(rawValue: FreshID.make())
            let path = files.incoming(media)
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileSystem.failure("create", path) }
            var status = stat()
            // A sweep may have found it between the two calls and taken it for a leftover: then another.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
                return (media, descriptor)
            }
            close(descriptor)
        }
    }

    /// Writes into it, sealed, what it is to hold; once.
    /// - Parameter owner: the key of the person whose file it is.
    /// - Returns: the SHA-256 of the file as it is stored.
    func seal(_ content: NamelessFile, of owner: SymmetricKey) throws -> [UInt8] {
        try SealedFile.seal(
            content.descriptor, content.size, to: descriptor, named: "\(media)", of: owner)
    }

    /// Keeps it, unless its owner has uploaded the same before.
    /// - Returns: what it is kept as.
    func keep(as record: MediaRecord, in index: MediaIndex) throws(EventLogError) -> MediaRecord {
        if let known = try index.renew(record) {
            discard()
            return known
        }
        guard fsync(descriptor) == 0 else { throw FileSystem.failure("sync", files.incoming(media)) }
        do throws(EventLogError) {
            try files.place(media)
        } catch {
            files.remove(media)
            throw error
        }
        let kept: MediaRecord
        do throws(EventLogError) {
            kept = try index.add(record)
        } catch {
            // Perhaps it was written all the same: it stays until the next sweep, which knows.
            isSettled.withLock { $0 = true }
            throw error
        }
        // Another upload of the same may have been faster.
        if kept.media != media { files.remove(media) }
        discard()
        return kept
    }
}
