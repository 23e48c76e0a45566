import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpReadModels

/// Everything that a person has, as one tar archive, made while it is written.
///
/// In memory are the person's rows, and of photos and events no more than a piece at a time.
package struct AccountExport: Sendable {
    /// Takes the next bytes of the archive.
    package typealias Sink = (_ bytes: [UInt8]) async throws -> Void

    let contents: ExportContents
    let events: ExportEvents
    let media: MediaStore
    /// The events of a file, in bytes: an archive says how long a file is before it comes.
    private static let partBytes = 1 << 20

    /// What the archive is true for.
    package var position: Position { contents.position }

    /// Writes all of it.
    /// - Throws: what `sink` throws, and what reading the log throws. A photo that is missing or damaged ends nothing; it
    ///   is told in `manifest.json`.
    package func write(to sink: Sink) async throws {
        try await write("README.txt", readme, sink)
        for section in ExportSection.all { try await write(section.name, section.json(contents), sink) }
        try await writeEvents(sink)
        var manifest = ExportManifest(contents)
        try await writePhotos(&manifest, sink)
        try await write("manifest.json", manifest.json, sink)
        try await sink(TarHeader.end)
    }

    private func writeEvents(_ sink: Sink) async throws {
        let hidden = try await events.hidden()
        var (part, number) = ([UInt8](), 1)
        func flush() async throws {
            let digits = String(number)
            let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
            try await write("events/\(name).ndjson", part, sink)
            (part, number) = ([], number + 1)
        }
        try await events.forEachPage { page in
            for event in page {
                part += try events.line(event, hidden) ?? []
                if part.count >= Self.partBytes { try await flush() }
            }
        }
        if !part.isEmpty { try await flush() }
    }

    private func writePhotos(_ manifest: inout ExportManifest, _ sink: Sink) async throws {
        var seen: Set<MediaID> = []
        for glimp in contents.rows.received where seen.insert(glimp.photo.media).inserted {
            try await write(glimp.photo.media, nil, &manifest, sink)
        }
        var after: [UInt8]?
        repeat {
            let page = try media.uploads(of: contents.user, after: after)
            for upload in page.media where seen.insert(upload).inserted {
                try await write(upload, contents.user, &manifest, sink)
            }
            after = page.next
        } while after != nil
    }

    /// - Parameter owner: whose it has to be, where it is not the photo of a glimp that was received.
    private func write(
        _ id: MediaID, _ owner: UserID?, _ manifest: inout ExportManifest, _ sink: Sink
    ) async throws {
        let content: MediaContent
        do {
            guard let record = try media.record(of: id), owner == nil || record.owner == owner else {
                return manifest.missing.append("\(id)")
            }
            content = try await media.content(of: record)
            // All of it, before its length is promised.
            try await pieces(of: content) { _ in }
        } catch is EventLogError {
            return manifest.missing.append("\(id)")
        }
        let name = "photos/\(id).\(Self.ending(of: content.mime))"
        try await sink(TarHeader.bytes(name, size: content.bytes, modified: contents.now.seconds))
        try await pieces(of: content, sink)
        try await sink(TarHeader.padding(after: content.bytes))
        manifest.photos.append(name)
    }

    private func pieces(of content: MediaContent, _ body: Sink) async throws {
        var place = 0
        while place < content.bytes {
            let end = min(MediaContent.pieceEnd(after: place), content.bytes)
            try await body(try await content.read(place..<end))
            place = end
        }
    }

    private func write(_ name: String, _ bytes: [UInt8], _ sink: Sink) async throws {
        try await sink(TarHeader.bytes(name, size: bytes.count, modified: contents.now.seconds))
        try await sink(bytes + TarHeader.padding(after: bytes.count))
    }

    private static func ending(of mime: String) -> String {
        switch mime {
        case "image/jpeg": "jpg"
        case "image/png": "png"
        case "image/webp": "webp"
        case "video/mp4": "mp4"
        case "video/quicktime": "mov"
        default: "bin"
        }
    }

    private var readme: [UInt8] {
        let sections = ExportSection.all.map { "  \($0.name): \($0.about)" }.joined(separator: "\n")
        return Array(
            """
            Everything that \(contents.rows.profile.username) has in Glimp, as it was at \(contents.now.rfc3339)
            (position \(contents.position) of the log).

            Texts are JSON in UTF-8, times are in UTC. No program of Glimp's is needed to read them.

            \(sections)
              events/: what happened to your account, one line of JSON each, oldest first.
              photos/: photos and videos that you uploaded, used or not, and those of glimps that you got. A photo is
                called by its `media` in the files above.
              manifest.json: what is in photos/, and under `missing` what could not be read. It comes last: an archive
                without it is cut short.

            What you have hidden is not in it, nor pictures that others posted to feeds: those are seen once.

            """.utf8)
    }
}

/// What is in the archive, at its end.
struct ExportManifest: Encodable {
    var user: String
    var position: UInt64
    var photos: [String] = []
    var missing: [String] = []

    init(_ contents: ExportContents) {
        user = "\(contents.user)"
        position = contents.position.rawValue
    }

    var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }
}
