import Crypto
import EventLog
import Foundation
import GlimpDomain
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpService

@Suite struct SealedFileTests {
    let scratch: ScratchMedia
    let owner = SymmetricKey(size: .bits256)
    init() throws { scratch = try ScratchMedia() }

    private var path: String { scratch.path + "/sealed" }

    /// Seals a content into ``path``.
    @discardableResult
    private func seal(_ content: [UInt8], named name: String = "sealed") throws -> [UInt8] {
        let clear = try NamelessFile()
        try FileBytes.write(content, to: clear.descriptor, "a test")
        try Data().write(to: URL(filePath: path))
        let output = open(path, O_WRONLY)
        defer { close(output) }
        return try SealedFile.seal(clear.descriptor, content.count, to: output, named: name, of: owner)
    }

    private func content(_ count: Int) -> [UInt8] {
        var random = SeededGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// About the ends of chunks.
    private static let counts = [1, 15, 16, 17, 65_535, 65_536, 65_537, 131_072, 200_000]

    @Test(arguments: counts) func whatIsSealedComesBackAsAWhole(count: Int) throws {
        let content = content(count)
        let hash = try seal(content)
        let stored = try Data(contentsOf: URL(filePath: path))
        #expect(hash == Array(SHA256.hash(data: stored)))
        #expect(stored.count == SealedLayout.stored(count))
        let file = try SealedFile(path, of: owner)
        #expect(file.bytes == count)
        #expect(try file.read(0..<count) == content)
        let copy = try NamelessFile()
        try file.copy(to: copy.descriptor)
        #expect(try FileBytes.read(copy.descriptor, 0, count, "a test") == content)
        #expect(copy.size == count)
    }

    @Test func anyPartOfItIsRead() throws {
        let content = content(200_000)
        try seal(content)
        let file = try SealedFile(path, of: owner)
        var random = SeededGenerator()
        let places = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 199_999, 200_000]
        for start in places {
            for end in places where start <= end {
                #expect(try file.read(start..<end) == Array(content[start..<end]), "\(start)..<\(end)")
            }
        }
        for _ in 0..<50 {
            let ends = [Int.random(in: 0...200_000, using: &random), Int.random(in: 0...200_000, using: &random)]
            let part = (ends.min() ?? 0)..<(ends.max() ?? 0)
            #expect(try file.read(part) == Array(content[part]))
        }
    }

    /// The sizes that no sealed file has are those that a cut leaves within a tag or the header.
    @Test func theSizeOfTheContentFollowsFromTheFiles() {
        for count in Self.counts { #expect(SealedLayout.content(ofStored: SealedLayout.stored(count)) == count) }
        for stored in [0, 1, 31, 32, 33, 48, SealedLayout.stored(65_536) + 1, SealedLayout.stored(65_536) + 16] {
            #expect(SealedLayout.content(ofStored: stored) == nil, "\(stored)")
        }
    }

    private func error(_ body: () throws -> Void) -> EventLogError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? EventLogError)?.code
        }
    }

    private func readAll(of key: SymmetricKey? = nil) throws {
        let file = try SealedFile(path, of: key ?? owner)
        _ = try file.read(0..<file.bytes)
    }

    @Test func aChangedByteIsFoundWhereverItIs() throws {
        try seal(content(70_000))
        let stored = Array(try Data(contentsOf: URL(filePath: path)))
        // Every byte of the header, of the seams between chunks, and of the end.
        let seam = SealedLayout.offset(ofChunk: 1)
        for place in Array(0..<40) + Array(seam - 20..<seam + 20) + Array(stored.count - 20..<stored.count) {
            var changed = stored
            changed[place] ^= 1
            try Data(changed).write(to: URL(filePath: path))
            #expect([.corrupted, .newerFormat].contains(error { try readAll() }), "byte \(place)")
        }
        try Data(stored).write(to: URL(filePath: path))
        try readAll()
    }

    @Test func aFileCutShortDoesNotOpen() throws {
        try seal(content(200_000))
        let stored = try Data(contentsOf: URL(filePath: path))
        let ends = (0..<3).map { SealedLayout.offset(ofChunk: $0 + 1) }
        for count in [0, 1, 31, 32, 40, 48, 49, stored.count - 1, stored.count - 16] + ends {
            try stored.prefix(count).write(to: URL(filePath: path))
            #expect(error { try readAll() } == .corrupted, "\(count) bytes")
        }
        try (stored + stored).write(to: URL(filePath: path))
        #expect(error { try readAll() } == .corrupted)
    }

    @Test func chunksKeepTheirPlaces() throws {
        try seal(content(200_000))
        let stored = try Data(contentsOf: URL(filePath: path))
        let ends = (0...3).map { SealedLayout.offset(ofChunk: $0) }
        let swapped = stored[..<ends[0]] + stored[ends[1]..<ends[2]] + stored[ends[0]..<ends[1]] + stored[ends[2]...]
        try swapped.write(to: URL(filePath: path))
        #expect(error { try readAll() } == .corrupted)
    }

    @Test func nothingOpensItButItsOwnersKeyUnderItsName() throws {
        try seal(content(100))
        #expect(error { try readAll() } == nil)
        #expect(error { try readAll(of: SymmetricKey(size: .bits256)) } == .corrupted)
        try seal(content(100), named: "another")
        #expect(error { try readAll() } == .corrupted)
    }

    @Test func theSameContentIsNeverStoredAsTheSameBytes() throws {
        let content = content(100)
        #expect(try seal(content) != seal(content))
    }

    @Test func noByteOfAPictureIsStoredInTheClear() async throws {
        let store = scratch.store()
        let record = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: scratch.ada).record
        let rendition = try await store.content(of: record, at: .longest320, as: .jpeg)
        let contents = [
            try await store.content(of: record).read(0..<Int(record.bytes)),
            try await rendition.read(0..<rendition.bytes),
        ]
        let names = try FileManager.default.subpathsOfDirectory(atPath: scratch.media)
        var seen = 0
        for name in names {
            guard let stored = FileManager.default.contents(atPath: "\(scratch.media)/\(name)") else { continue }
            seen += 1
            for content in contents {
                // Any 32 bytes of it, from its head on.
                for start in stride(from: 0, to: content.count - 32, by: 997) {
                    #expect(stored.range(of: Data(content[start..<start + 32])) == nil, "\(name)")
                }
                #expect(stored.range(of: Data([0xFF, 0xD8, 0xFF])) == nil || !name.contains("/files"), "\(name)")
            }
        }
        #expect(seen >= 3)
        store.close()
    }
}
