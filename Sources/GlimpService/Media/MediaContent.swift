import EventLog

/// The bytes of an upload, open for reading: they stay readable as long as this lives, whatever becomes of the file.
public final class MediaContent: Sendable {
    public let mime: String
    private let file: SealedFile
    private let threads: DiskThreads

    init(_ file: SealedFile, mime: String, _ threads: DiskThreads) {
        self.file = file
        self.mime = mime
        self.threads = threads
    }

    /// How many there are.
    public var bytes: Int { file.bytes }

    /// The bytes of a part that lies within the content.
    /// - Throws: ``EventLogError`` `corrupted` when the file was altered.
    public func read(_ part: Range<Int>) async throws -> [UInt8] {
        try await threads.run { [file] in try file.read(part) }
    }

    /// Where a piece that begins here ends best, for who reads all of it piece by piece: what is read is opened in
    /// chunks.
    package static func pieceEnd(after offset: Int) -> Int { SealedLayout.pieceEnd(after: offset) }
}
