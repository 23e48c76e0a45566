import EventLog
import Synchronization

/// The bytes of a picture, open for reading: they stay readable as long as this lives, whatever becomes of the file.
public final class MediaContent: Sendable {
    private enum Source: Sendable {
        case file(SealedFile, DiskThreads)
        case memory([UInt8])
    }

    public let mime: String
    private let source: Source
    /// A piece that was read before it was asked for, until it is.
    private let ahead = Mutex<(part: Range<Int>, bytes: [UInt8])?>(nil)

    init(_ file: SealedFile, mime: String, _ threads: DiskThreads) {
        source = .file(file, threads)
        self.mime = mime
    }

    /// A small one that the program brings along.
    package init(_ bytes: [UInt8], mime: String) {
        source = .memory(bytes)
        self.mime = mime
    }

    /// Of exactly these bytes: of what is made anew it is another. nil: they are the program's own.
    package var mark: String? {
        if case .file(let file, _) = source { file.mark } else { nil }
    }

    /// How many there are.
    public var bytes: Int {
        switch source {
        case .file(let file, _): file.bytes
        case .memory(let bytes): bytes.count
        }
    }

    /// The bytes of a part that lies within the content.
    /// - Throws: ``EventLogError`` `corrupted` when the file was altered.
    public func read(_ part: Range<Int>) async throws -> [UInt8] {
        let known = ahead.withLock { ahead -> [UInt8]? in
            guard let piece = ahead, piece.part == part else { return nil }
            ahead = nil
            return piece.bytes
        }
        if let known { return known }
        return switch source {
        case .file(let file, let threads): try await threads.run { try file.read(part) }
        case .memory(let bytes): Array(bytes[part])
        }
    }

    /// Reads the first piece of a part, and keeps it for who reads the part piece by piece: so what can't be read is an
    /// error before anything is said of it.
    /// - Throws: as ``read(_:)``.
    public func readAhead(of part: Range<Int>) async throws {
        let piece = part.lowerBound..<min(Self.pieceEnd(after: part.lowerBound), part.upperBound)
        guard !piece.isEmpty else { return }
        let bytes = try await read(piece)
        ahead.withLock { $0 = (piece, bytes) }
    }

    /// Where a piece that begins here ends best, for who reads all of it piece by piece: what is read is opened in
    /// chunks.
    package static func pieceEnd(after offset: Int) -> Int { SealedLayout.pieceEnd(after: offset) }
}
