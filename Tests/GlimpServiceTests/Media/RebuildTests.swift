import EventLog
import Foundation
import GlimpDomain
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpService

/// Renditions made again, all that are there.
@Suite struct RebuildTests {
    let scratch: ScratchMedia
    let store: MediaStore
    let files: MediaFiles

    init() throws {
        scratch = try ScratchMedia()
        store = scratch.store()
        files = MediaFiles(directory: scratch.media)
    }

    private func upload() async throws -> MediaRecord {
        try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: scratch.ada).record
    }

    @Test func eachTakesThePlaceOfTheOldOneWhichItsReadersKeep() async throws {
        let record = try await upload()
        _ = try await store.content(of: record, at: .longest320, as: .webp)
        let other = try await store.content(of: record, at: .square75, as: .jpeg)
        let name = RenditionName(record.media, .longest320, .webp)
        let old = try await store.content(of: record, at: .longest320, as: .webp)
        let content = try await old.read(0..<old.bytes)
        let file = try FileManager.default.attributesOfItem(atPath: files.rendition(name))[.systemFileNumber] as? Int

        // Of one format all are made together: all but this are there.
        let missing = RenditionName(record.media, .longest1024, .webp)
        unlink(files.rendition(missing))

        var seen: [Int] = []
        let rebuild = try await store.rebuildRenditions { seen.append($0.made) }
        #expect((rebuild.all, rebuild.made, rebuild.removed, rebuild.failures.count) == (11, 11, 0, 0))
        #expect(seen == [5, 11] || seen == [6, 11])
        // Another file with the same content; and the old one is there for who has it open.
        #expect(
            try FileManager.default.attributesOfItem(atPath: files.rendition(name))[.systemFileNumber] as? Int != file)
        let new = try await store.content(of: record, at: .longest320, as: .webp)
        #expect(try await new.read(0..<new.bytes) == content)
        #expect(try await old.read(0..<old.bytes) == content)
        #expect(try await other.read(0..<other.bytes).count == other.bytes)
        // Nobody asked for the other.
        #expect(files.renditions(of: record.media).count == 11 && !FileSystem.exists(files.rendition(missing)))
        #expect(FileSystem.names(in: files.making).isEmpty)
        store.close()
    }

    @Test func whatIsSpoiledIsWholeAgain() async throws {
        let record = try await upload()
        let old = try await store.content(of: record, at: .longest320, as: .webp)
        let content = try await old.read(0..<old.bytes)
        let name = RenditionName(record.media, .longest320, .webp)
        try Data("spoiled".utf8).write(to: URL(filePath: files.rendition(name)))
        #expect(try await store.rebuildRenditions().made == 6)
        let new = try await store.content(of: record, at: .longest320, as: .webp)
        #expect(try await new.read(0..<new.bytes) == content)
        store.close()
    }

    @Test func whatIsMadeNoMoreAndWhatIsGoneIsRemoved() async throws {
        let record = try await upload()
        _ = try await store.content(of: record, at: .longest320, as: .webp)
        let folder = FileSystem.parent(of: files.rendition(RenditionName(record.media, .longest320, .webp)))
        let gone = "\(record.media.description.dropLast(4))00\(record.media.description.suffix(2))"
        for name in ["\(record.media).300.webp", "\(record.media).320.gif", "\(gone).320.webp"] {
            try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let rebuild = try await store.rebuildRenditions()
        #expect((rebuild.all, rebuild.made, rebuild.removed) == (9, 6, 3))
        let kept = Rendition.allCases.map { "\(RenditionName(record.media, $0, .webp))" }
        #expect(FileSystem.names(in: folder) == kept.sorted())
        store.close()
    }

    @Test func aDamagedUploadIsToldAndKeepsWhatItHas() async throws {
        let (damaged, whole) = (
            try await upload(),
            try await store.upload(
                Pieces(TestPicture(300, 300).encoded(".png")), by: scratch.ada
            ).record
        )
        for record in [damaged, whole] { _ = try await store.content(of: record, at: .square75, as: .webp) }
        #expect(truncate(files.file(damaged.media), 100) == 0)
        let rebuild = try await store.rebuildRenditions()
        #expect((rebuild.made, rebuild.removed) == (6, 0))
        #expect(rebuild.failures.keys.map(\.self) == [damaged.media])
        #expect(files.renditions(of: damaged.media).count == 6)
        store.close()
    }
}
