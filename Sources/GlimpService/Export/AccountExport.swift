import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpReadModels

/// Everything that a person has, as one tar archive, made while it is written.
///
/// In memory is a piece at a time of whatever it is made of: rows, events, photos, the archive itself.
package struct AccountExport: Sendable {
    /// Takes the next bytes of the archive.
    package typealias Sink = (_ bytes: [UInt8]) async throws -> Void

    let user: UserID
    let username: String
    let now: Timestamp
    /// What all of it is true for, but the photos themselves: of what is told of them, which are there still.
    package let position: Position
    let collected: ExportCollected
    let holdings: [ExportHolding]
    let history: ExportHistory
    let media: MediaStore
    let directory: String

    /// Writes all of it.
    /// - Throws: what `sink` throws; ``EventLogError`` when the log can't be read, or the disk has no room for what has
    ///   to wait there. A photo that is missing or damaged ends nothing: `photos.json` tells of it.
    package func write(to sink: Sink) async throws {
        try await withTaskExecutorPreference(ExportThreads.shared) { try await writeAll(to: sink) }
    }

    private func writeAll(to sink: Sink) async throws {
        let archive = try ExportArchive(modified: now.seconds)
        try await archive.add(.readme, readme, sink)
        for part in collected.parts { try await archive.add(part.file, collected.spool, part.range, sink) }
        // One for all that follow, each in its turn.
        let spool = try ExportSpool(in: directory)
        for holding in holdings {
            try await add(holding.file, to: archive, spool, sink) { item in
                for held in holding.items { try item(held) }
            }
        }
        for list in ExportHistory.lists {
            try await add(list.file, to: archive, spool, sink) { try list.items(history, $0) }
        }
        try spool.clear()
        try gatherEvents(in: spool)
        try await archive.add(.events, spool, 0..<spool.count, sink)
        try spool.clear()
        var photos = ExportPhotos(media: media, log: history.log, list: try ExportList(spool))
        try await photos.write(to: archive, sink)
        try await archive.add(.photos, spool, 0..<spool.count, sink)
        let manifest = ExportManifest(self, archive.files, photos: photos.written, missing: photos.missing)
        try await archive.add(.manifest, try ExportJSON.object(manifest), sink)
        try await archive.finish(sink)
    }

    private func add(
        _ file: ExportFile, to archive: ExportArchive, _ spool: ExportSpool, _ sink: Sink,
        _ items: (ExportHistory.Item) throws -> Void
    ) async throws {
        try spool.clear()
        var list = try ExportList(spool)
        try items { try list.add($0) }
        try list.end()
        try await archive.add(file, spool, 0..<spool.count, sink)
    }

    private func gatherEvents(in spool: ExportSpool) throws {
        let encoder = ExportJSON.line
        try history.log.forEachOwn { event, envelope in
            if let line = try ExportEventLine.bytes(event, envelope, in: history.log, encoder) {
                try spool.append(line)
            }
        }
    }

    private var readme: [UInt8] {
        Array(
            """
            Everything that \(username) has in Glimp, as it was at \(now.rfc3339) (position \(position) of the log).

            Texts are JSON in UTF-8, times are in UTC. No program of Glimp's is needed to read them. Lists have an item a
            line.

            \(ExportFile.all.map { "  \($0.name): \($0.about)" }.joined(separator: "\n"))
              photos/: photos and videos that you uploaded, used or not, and photos of glimps that you got. A photo is
                called by its `media` in the files above.

            An archive without manifest.json is cut short. What you have hidden is not in it, nor pictures that others
            posted to feeds: those are seen once.

            """.utf8)
    }
}

/// What says that an archive is whole, at its end.
struct ExportManifest: Encodable {
    private let user: String
    private let username: String
    private let madeAt: String
    /// Of the log, for everything in the archive.
    private let position: UInt64
    /// All but the photos and this one.
    private let files: [ExportArchive.File]
    /// How many are in `photos/`.
    private let photos: Int
    /// How many could not be read.
    private let missing: Int

    init(_ export: AccountExport, _ files: [ExportArchive.File], photos: Int, missing: Int) {
        user = "\(export.user)"
        username = export.username
        madeAt = export.now.rfc3339
        position = export.position.rawValue
        self.files = files
        self.photos = photos
        self.missing = missing
    }
}
