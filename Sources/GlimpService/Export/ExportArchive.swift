import Tar

/// The archive on its way to who takes it. Of one task.
final class ExportArchive {
    /// A file that is in it.
    struct File: Encodable {
        var name: String
        var bytes: Int
    }

    private let tar: TarWriter
    private let modified: Int64
    /// Those that ``ExportFile`` names, as far as they are in.
    private(set) var files: [File] = []

    /// - Parameter modified: when the files were made, in seconds since 1970.
    init(modified: Int64) throws {
        tar = try TarWriter()
        self.modified = modified
    }

    func add(_ file: ExportFile, _ bytes: [UInt8], _ sink: AccountExport.Sink) async throws {
        try begin(file, bytes.count)
        try await append(bytes, sink)
    }

    func add(
        _ file: ExportFile, _ spool: ExportSpool, _ part: Range<Int>, _ sink: AccountExport.Sink
    ) async throws {
        try begin(file, part.count)
        try await spool.read(part) { try await append($0, sink) }
    }

    /// Adds a photo or a video.
    func add(_ name: String, _ content: MediaContent, _ sink: AccountExport.Sink) async throws {
        try tar.begin(name, bytes: content.bytes, modified: modified)
        try await content.forEachPiece { try await append($0, sink) }
    }

    func finish(_ sink: AccountExport.Sink) async throws {
        try tar.finish()
        try await handOver(sink)
    }

    private func begin(_ file: ExportFile, _ bytes: Int) throws {
        try tar.begin(file.name, bytes: bytes, modified: modified)
        files.append(File(name: file.name, bytes: bytes))
    }

    private func append(_ bytes: [UInt8], _ sink: AccountExport.Sink) async throws {
        try tar.append(bytes)
        try await handOver(sink)
    }

    private func handOver(_ sink: AccountExport.Sink) async throws {
        let made = tar.take()
        if !made.isEmpty { try await sink(made) }
    }
}

extension MediaContent {
    /// Calls `body` with all of it, piece by piece.
    func forEachPiece(_ body: (_ bytes: [UInt8]) async throws -> Void) async throws {
        var place = 0
        while place < bytes {
            let end = min(Self.pieceEnd(after: place), bytes)
            try await body(try await read(place..<end))
            place = end
        }
    }
}
