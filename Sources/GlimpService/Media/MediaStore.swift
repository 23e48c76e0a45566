public import EventLog
public import GlimpDomain
import Synchronization

/// The photos that people uploaded: `media/` in a data directory. Several processes may use it at once.
///
/// Not made from the log, and nothing of it can be made again.
public final class MediaStore: Sendable {
    public let limits: MediaLimits
    private let files: MediaFiles
    private let threads = DiskThreads("media", count: 4)
    private let now: @Sendable () -> Timestamp
    private let opened = Mutex<MediaIndex?>(nil)

    /// Touches nothing yet: the directory is made and opened by who first needs it.
    package init(_ directory: String, limits: MediaLimits = MediaLimits(), now: @escaping @Sendable () -> Timestamp) {
        files = MediaFiles(directory: directory)
        self.limits = limits
        self.now = now
    }

    /// Opens the store, makes it when there is none, and removes what dead processes have left.
    /// - Throws: ``EventLogError``.
    public func open() throws(EventLogError) { _ = try openIndex() }

    private func openIndex() throws(EventLogError) -> MediaIndex {
        try opened.withLock { opened throws(EventLogError) in
            if let index = opened { return index }
            try files.createIfMissing()
            let index = try MediaIndex(files.index)
            do throws(EventLogError) {
                try files.sweep(index)
            } catch {
                index.close()
                throw error
            }
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

    /// Takes a picture in, piece by piece, and keeps it, unless its owner has uploaded the same before.
    ///
    /// Never holds more than a piece of it. What ends early, for whatever reason, leaves nothing behind.
    /// - Returns: what it is kept as; of the same content always the same.
    /// - Throws: ``MediaError`` for what is not taken; ``EventLogError`` when it can't be written; what `pieces` throws.
    public func upload<Pieces: AsyncSequence>(_ pieces: Pieces, by owner: UserID) async throws -> MediaRecord
    where Pieces.Element: Sequence<UInt8> {
        let index = try await threads.run { [self] in try openIndex() }
        let upload = try await threads.run { [files, limits] in
            Upload(try IncomingFile(in: files, limits: limits))
        }
        do {
            for try await piece in pieces {
                let bytes = Array(piece)
                try await threads.run { try upload.append(bytes) }
            }
            return try await threads.run { [now] in try upload.keep(for: owner, at: now(), in: index) }
        } catch {
            await threads.run { upload.discard() }
            throw error
        }
    }

    /// - Returns: nil when there is no such upload.
    public func record(of media: MediaID) throws(EventLogError) -> MediaRecord? { try openIndex().record(of: media) }

    /// Opens the bytes of an upload.
    public func content(of record: MediaRecord) async throws -> MediaContent {
        try await threads.run { [files, threads] in try MediaContent(record, files.file(record.media), threads) }
    }
}

/// An incoming file that one thread after the other works on.
private final class Upload: Sendable {
    private let file: Mutex<IncomingFile>

    init(_ file: consuming IncomingFile) { self.file = Mutex(file) }

    func append(_ bytes: [UInt8]) throws { try file.withLock { try $0.append(bytes) } }

    func discard() { file.withLock { $0.discard() } }

    func keep(for owner: UserID, at now: Timestamp, in index: MediaIndex) throws -> MediaRecord {
        try file.withLock { try $0.keep(for: owner, at: now, in: index) }
    }
}
