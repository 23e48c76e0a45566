public import EventLog
public import GlimpDomain
import Glibc
import MediaWork
import Synchronization

/// The photos that people uploaded: `media/` in a data directory. Several processes may use it at once.
///
/// Not made from the log, and nothing of it can be made again.
public final class MediaStore: Sendable {
    public let limits: MediaLimits
    let files: MediaFiles
    let keys: PersonKeys
    private let hasher: KeyedHasher
    let threads = DiskThreads("media", count: 4)
    /// For what takes long, and nobody waits for.
    let upkeep = DiskThreads("media upkeep", count: 1)
    let workers: MediaWorkers
    let renditions: Renditions
    let now: @Sendable () -> Timestamp
    private let isReadOnly: Bool
    private let opened = Mutex<MediaIndex?>(nil)

    /// Touches nothing yet: the directory is made and opened by who first needs it.
    /// - Parameters:
    ///   - keys: what everything in it is sealed with.
    ///   - hasher: what contents are told apart with.
    ///   - isReadOnly: nothing is made, written or removed.
    package init(
        _ directory: String, keys: PersonKeys, hasher: KeyedHasher, limits: MediaLimits = MediaLimits(),
        isReadOnly: Bool = false, now: @escaping @Sendable () -> Timestamp
    ) {
        files = MediaFiles(directory: directory)
        self.keys = keys
        self.hasher = hasher
        self.isReadOnly = isReadOnly
        self.limits = limits
        workers = MediaWorkers(
            .besideThisProgram, atOnce: limits.picturesAtOnce, mostWaiting: limits.picturesWaiting)
        renditions = Renditions(files, keys, limits, workers)
        self.now = now
    }

    /// Opens the store, makes it when there is none, and removes what dead processes have left.
    /// - Throws: ``EventLogError``; also when `glimp-media-worker` is missing, which looks at what is uploaded.
    public func open() throws(EventLogError) {
        try workers.check()
        _ = try files.removeLeftovers(try openIndex())
    }

    /// Whether anything was ever uploaded, or could have been.
    var exists: Bool { FileSystem.exists(files.index) }

    func openIndex() throws(EventLogError) -> MediaIndex {
        try opened.withLock { opened throws(EventLogError) in
            if let index = opened { return index }
            if !isReadOnly { try files.createIfMissing() }
            let index = try MediaIndex(files.index, isReadOnly: isReadOnly)
            opened = index
            return index
        }
    }

    package func close() {
        opened.withLock { opened in
            opened?.close()
            opened = nil
        }
    }

    /// Takes an upload in, piece by piece; never holds more than a piece of it.
    /// - Returns: what came, for ``keep(_:of:crop:)``. It is gone with this value.
    /// - Throws: ``MediaError`` as soon as it is clear that it is not taken; ``EventLogError`` when it can't be written;
    ///   what `pieces` throws.
    package func receive<Pieces: AsyncSequence>(_ pieces: Pieces) async throws -> IncomingFile
    where Pieces.Element: Sequence<UInt8> {
        let incoming = try await threads.run { [self] in
            _ = try openIndex()
            return try IncomingFile(in: files, limits: limits)
        }
        for try await piece in pieces {
            let bytes = Array(piece)
            try await threads.run { try incoming.append(bytes) }
        }
        return incoming
    }

    /// Keeps an upload, upright and without its metadata, unless its owner has uploaded the same before.
    ///
    /// Never looks into it: a process of its own does. What fails, for whatever reason, leaves nothing behind.
    /// - Parameter crop: the part that is kept.
    /// - Returns: what it is kept as; of the same part of the same content always the same.
    /// - Throws: ``MediaError`` for what is not taken; ``EventLogError`` when it can't be written, `busy` when too many
    ///   are waiting.
    package func keep(_ incoming: IncomingFile, of owner: UserID, crop: Crop = .none) async throws -> Upload {
        let index = try await threads.run { [self] in try openIndex() }
        let content = try incoming.finish()
        guard !content.format.isVideo || crop == .none else { throw MediaError.invalidCrop }
        let (kept, key) = try await threads.run { [files, keys] in
            // With a new key for somebody whose old one is lost, neither set of keys would open all of their files.
            let key = try index.hasContent(of: owner) ? keys.key(of: owner) : keys.makeKey(of: owner)
            return (try KeptFile(in: files), key)
        }
        do {
            let (made, bytes, fileHash) = try await workers.run(for: owner) { [files, limits] worker in
                // A video is larger than memory has room for, and lies on the disk in the clear as it came already.
                let clear = try content.format.isVideo ? NamelessFile(in: files) : NamelessFile()
                let made = try worker.keep(incoming, content.format, crop, as: clear, limits)
                return (made, clear.size, try kept.seal(clear, of: key))
            }
            let record = MediaRecord(
                media: kept.media, owner: owner,
                content: hasher.hash(SentContent(uploader: owner, sha256: content.sha256)), box: made.box,
                format: content.format.kept,
                width: UInt32(made.width), height: UInt32(made.height), bytes: UInt64(bytes), fileHash: fileHash,
                milliseconds: UInt32(made.milliseconds ?? 0), created: now())
            let placed = try await threads.run { try kept.keep(as: record, in: index) }
            return Upload(record: placed, sha256: content.sha256, origin: made.origin)
        } catch {
            await threads.run { kept.discard() }
            throw error
        }
    }

    /// - Returns: nil when there is no such upload.
    public func record(of media: MediaID) throws(EventLogError) -> MediaRecord? { try openIndex().record(of: media) }

    /// Opens the bytes of an upload.
    public func content(of record: MediaRecord) async throws -> MediaContent {
        try await threads.run { [files, keys, threads] in
            MediaContent(try files.open(record, with: keys), mime: record.mime, threads)
        }
    }

    /// Opens the bytes of a smaller size of an upload, which is made if it is not there yet.
    /// - Throws: ``EventLogError``: `busy` when too many are waiting; ``MediaError`` `no_renditions` for a video.
    package func content(
        of record: MediaRecord, at rendition: Rendition, as format: Rendition.Format
    ) async throws -> MediaContent {
        let name = RenditionName(record.media, rendition, format)
        do {
            return try await open(name, of: record)
        } catch let error as EventLogError where error.code == .corrupted && FileSystem.exists(files.rendition(name)) {
            // It can be made again, which is better than to tell somebody that it can't be read.
            unlink(files.rendition(name))
            return try await open(name, of: record)
        }
    }

    /// Opens a rendition and looks at its beginning.
    private func open(_ name: RenditionName, of record: MediaRecord) async throws -> MediaContent {
        try await renditions.make(name, of: record)
        return try await threads.run { [files, keys, threads] in
            let file = try SealedFile(files.rendition(name), of: keys.key(of: record.owner))
            _ = try file.read(0..<min(file.bytes, SealedLayout.chunkBytes))
            return MediaContent(file, mime: name.format.picture.mime, threads)
        }
    }
}
