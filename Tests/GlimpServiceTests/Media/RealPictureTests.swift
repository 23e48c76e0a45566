import Foundation
import GlimpDomain
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpService

/// Pictures of real cameras, where they lie beside the repository: they belong to others, and are no part of it.
private enum RealPictures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/data/photos").standardizedFileURL.path(percentEncoded: false)

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

@Suite struct RealPictureTests {
    @Test(.enabled(if: !RealPictures.names.isEmpty), arguments: RealPictures.names)
    func itComesOutUprightAndWithoutMetadata(name: String) async throws {
        let scratch = try ScratchMedia()
        let store = scratch.store()
        defer { store.close() }
        let bytes = Array(try Data(contentsOf: URL(filePath: "\(RealPictures.folder)/\(name)")))
        let pieces = Pieces(bytes, of: 65_536)
        guard !name.hasSuffix(".tiff") else {
            let error = await #expect(throws: MediaError.self) { try await store.upload(pieces, by: scratch.ada) }
            #expect(error?.code == .unsupportedMedia)
            return
        }
        let record = try await store.upload(pieces, by: scratch.ada).record
        let (before, after) = (
            try #require(SeenPicture("\(RealPictures.folder)/\(name)")),
            try #require(SeenPicture(try scratch.unsealed(record)))
        )
        let isOnItsSide = before.orientation > 4
        let size = isOnItsSide ? (before.height, before.width) : (before.width, before.height)
        #expect((after.width, after.height) == size)
        #expect((Int(record.width), Int(record.height)) == size)
        #expect(after.fields.isEmpty && after.orientation == 1, "\(after.fields)")
        #expect(after.hasProfile == before.hasProfile)
        for rendition in Rendition.allCases {
            for format in Rendition.Format.allCases {
                _ = try await store.content(of: record, at: rendition, as: format)
                let seen = try #require(
                    SeenPicture(try scratch.unsealed(record, RenditionName(record.media, rendition, format))))
                #expect(
                    PixelSize(width: seen.width, height: seen.height) == rendition.size(width: size.0, height: size.1))
                #expect(seen.fields.isEmpty && seen.orientation == 1, "\(seen.fields)")
            }
        }
    }
}
