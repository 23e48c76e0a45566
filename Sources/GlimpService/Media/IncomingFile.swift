import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain
import Glibc

/// An upload on its way: written to its file, hashed and checked as it comes. Gone from the disk with this value, unless
/// it was kept.
struct IncomingFile: ~Copyable {
    let media: MediaID
    private let files: MediaFiles
    private let limits: MediaLimits
    private let descriptor: Int32
    private var hash = SHA256()
    private var picture: PictureReader
    private var count = 0
    /// Whether there is nothing to discard any more.
    private var isSettled = false

    /// - Throws: ``EventLogError``.
    init(in files: MediaFiles, limits: MediaLimits) throws(EventLogError) {
        self.files = files
        self.limits = limits
        picture = PictureReader(maximumPixels: limits.pixels)
        (media, descriptor) = try Self.create(in: files)
    }

    deinit {
        // The name first: once the lock is gone, a sweep may take it.
        if !isSettled { files.forgetIncoming(media) }
        close(descriptor)
    }

    /// Removes what came, unless it was kept.
    mutating func discard() {
        guard !isSettled else { return }
        files.forgetIncoming(media)
        isSettled = true
    }

    /// A new file, locked for as long as it is open.
    private static func create(in files: MediaFiles) throws(EventLogError) -> (MediaID, Int32) {
        while true {
            let media = MediaID(rawValue: FreshID.make())
            let path = files.incoming(media)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileSystem.failure("create", path) }
            var status = stat()
            // A sweep may have found it between the two calls and taken it for a leftover: then another.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
                return (media, descriptor)
            }
            close(descriptor)
        }
    }

    /// - Throws: ``MediaError`` as soon as it is clear that this is none; ``EventLogError`` when it can't be written.
    mutating func append(_ bytes: [UInt8]) throws {
        count += bytes.count
        guard count <= limits.bytes else { throw limits.tooLarge }
        try picture.consume(bytes.span)
        try bytes.withUnsafeBytes { bytes in
            hash.update(bufferPointer: bytes)
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw FileSystem.failure("write", files.incoming(media)) }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// Keeps what came, unless its owner has uploaded the same before.
    /// - Returns: what it is kept as.
    mutating func keep(for owner: UserID, at now: Timestamp, in index: MediaIndex) throws -> MediaRecord {
        let picture = try picture.finish()
        let sha256 = Array(hash.finalize())
        if let known = try index.media(of: owner, sha256: sha256), let record = try index.record(of: known) {
            discard()
            return record
        }
        guard fsync(descriptor) == 0 else { throw FileSystem.failure("sync", files.incoming(media)) }
        let record = MediaRecord(
            media: media, owner: owner, sha256: sha256, format: picture.format, width: UInt32(picture.width),
            height: UInt32(picture.height), bytes: UInt64(count), created: now)
        do throws(EventLogError) {
            try files.place(media)
        } catch {
            files.remove(media)
            throw error
        }
        let kept: MediaID
        do throws(EventLogError) {
            kept = try index.add(record)
        } catch {
            // Perhaps it was written all the same: it stays until the next sweep, which knows.
            isSettled = true
            throw error
        }
        guard kept != media else {
            discard()
            return record
        }
        // Another upload of the same was faster.
        files.remove(media)
        discard()
        guard let other = try index.record(of: kept) else {
            throw EventLogError(.corrupted, "the record of upload \(kept) is missing: restore media/")
        }
        return other
    }
}
