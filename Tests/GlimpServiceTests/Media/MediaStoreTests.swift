import EventLog
import Foundation
import GlimpDomain
import Testing

@testable import GlimpService

/// A media directory of its own, gone with it.
final class ScratchMedia {
    let path = FileManager.default.temporaryDirectory.appending(path: "glimp-media-\(UUID().uuidString)").path(
        percentEncoded: false)
    let ada = UserID(rawValue: UUID())
    let ben = UserID(rawValue: UUID())

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    var media: String { path + "/media" }

    func store(_ limits: MediaLimits = MediaLimits()) -> MediaStore {
        MediaStore(media, limits: limits, now: { Timestamp(microseconds: 5) })
    }

    /// The names of the files of pictures, kept and on their way.
    var files: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: media).filter {
                ($0.hasPrefix("files/") || $0.hasPrefix("incoming/"))
                    && MediaID(($0 as NSString).lastPathComponent) != nil
            }
        }
    }
}

/// A body in pieces that may end with an error.
struct Pieces: AsyncSequence {
    let pieces: [[UInt8]]
    var error: (any Error)?

    init(_ bytes: [UInt8], of size: Int = 1_000, error: (any Error)? = nil) {
        pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<Swift.min($0 + size, bytes.count)]) }
        self.error = error
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var rest: ArraySlice<[UInt8]>
        let error: (any Error)?

        mutating func next() async throws -> [UInt8]? {
            if let piece = rest.popFirst() { return piece }
            if let error { throw error }
            return nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: pieces[...], error: error) }
}

@Suite struct MediaStoreTests {
    let scratch: ScratchMedia
    init() throws { scratch = try ScratchMedia() }

    private struct HungUp: Error {}

    @Test func whatIsUploadedIsKeptAsItIs() async throws {
        let picture = CraftedPicture.png(width: 4, height: 4, data: [UInt8](repeating: 7, count: 300_000))
        var store = scratch.store()
        let record = try await store.upload(Pieces(picture), by: scratch.ada)
        #expect(record.owner == scratch.ada)
        #expect((record.mime, record.width, record.height) == ("image/png", 4, 4))
        #expect(record.bytes == UInt64(picture.count))
        #expect(record.created == Timestamp(microseconds: 5))
        #expect(record.photo != nil)
        store.close()

        store = scratch.store()
        #expect(try store.record(of: record.media) == record)
        #expect(try await store.content(of: record).read(0..<picture.count) == picture)
        #expect(try store.record(of: MediaID(rawValue: UUID())) == nil)
        #expect(try scratch.files.count == 1)
        store.close()
    }

    @Test func theHashIsThatOfTheContent() async throws {
        let store = scratch.store()
        let record = try await store.upload(Pieces(CraftedPicture.foreignPNG), by: scratch.ada)
        // By sha256sum.
        #expect(
            record.sha256.map { String(format: "%02x", $0) }.joined()
                == "6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0")
        store.close()
    }

    @Test func theSameIsStoredOnceForEachPerson() async throws {
        let store = scratch.store()
        let first = try await store.upload(Pieces(CraftedPicture.png()), by: scratch.ada)
        #expect(try await store.upload(Pieces(CraftedPicture.png(), of: 1), by: scratch.ada) == first)
        #expect(try scratch.files.count == 1)
        let other = try await store.upload(Pieces(CraftedPicture.png()), by: scratch.ben)
        #expect(other.media != first.media)
        #expect(try scratch.files.count == 2)
        store.close()
    }

    @Test func whatIsRefusedLeavesNothing() async throws {
        var limits = MediaLimits()
        limits.bytes = 2_000
        let store = scratch.store(limits)
        let cases: [([UInt8], MediaError.Code)] = [
            ([], .unsupportedMedia),
            (Array("no picture at all".utf8), .unsupportedMedia),
            (Array(CraftedPicture.png().dropLast()), .damagedMedia),
            (CraftedPicture.png(width: 10_001, height: 10_000), .tooManyPixels),
            (CraftedPicture.png(data: [UInt8](repeating: 0, count: 2_000)), .tooLarge),
        ]
        for (bytes, code) in cases {
            let error = await #expect(throws: MediaError.self) {
                try await store.upload(Pieces(bytes, of: 100), by: scratch.ada)
            }
            #expect(error?.code == code)
            #expect(try scratch.files.isEmpty)
        }
        store.close()
    }

    @Test func anUploadThatBreaksOffLeavesNothing() async throws {
        let store = scratch.store()
        let pieces = Pieces(Array(CraftedPicture.png().dropLast(20)), of: 8, error: HungUp())
        await #expect(throws: HungUp.self) { try await store.upload(pieces, by: scratch.ada) }
        #expect(try scratch.files.isEmpty)
        store.close()
    }

    @Test func theLimitOfBytesIsExact() async throws {
        var limits = MediaLimits()
        limits.bytes = CraftedPicture.png().count
        let store = scratch.store(limits)
        _ = try await store.upload(Pieces(CraftedPicture.png()), by: scratch.ada)
        limits.bytes = .max
        #expect(limits.bytes == 25 << 20)
        store.close()
    }

    @Test func leftoversOfTheDeadAreSwept() async throws {
        var store = scratch.store()
        let kept = try await store.upload(Pieces(CraftedPicture.png()), by: scratch.ada)
        store.close()
        let files = MediaFiles(directory: scratch.media)
        // As a killed process leaves them: one on its way, one in its place without a record, one with its record.
        let onItsWay = MediaID(rawValue: UUID())
        let unrecorded = MediaID(rawValue: UUID())
        for media in [onItsWay, unrecorded] {
            #expect(FileManager.default.createFile(atPath: files.incoming(media), contents: Data([1])))
        }
        try files.place(unrecorded)
        try FileManager.default.linkItem(atPath: files.file(kept.media), toPath: files.incoming(kept.media))
        #expect(try scratch.files.count == 5)

        store = scratch.store()
        try store.open()
        #expect(try scratch.files.map { ($0 as NSString).lastPathComponent } == [kept.media.description])
        store.close()
    }

    @Test func whatIsOnItsWayIsNotSwept() async throws {
        let store = scratch.store()
        try store.open()
        let files = MediaFiles(directory: scratch.media)
        var incoming = try IncomingFile(in: files, limits: MediaLimits())
        try incoming.append(CraftedPicture.png())
        store.close()
        let index = try MediaIndex(files.index)
        try files.sweep(index)
        let record = try incoming.keep(for: scratch.ada, at: Timestamp(microseconds: 5), in: index)
        #expect(try index.record(of: record.media) == record)
        index.close()
    }

    @Test func theSameAtTheSameMomentIsStoredOnce() async throws {
        let store = scratch.store()
        for round in 0..<20 {
            let picture = CraftedPicture.png(number: UInt64(round))
            let ids = try await withThrowingTaskGroup(of: MediaID.self) { group in
                for size in 1...8 {
                    group.addTask { [ada = scratch.ada] in
                        try await store.upload(Pieces(picture, of: size), by: ada).media
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try scratch.files.count == round + 1)
        }
        store.close()
    }

    @Test func aMissingFileIsAnErrorAndNoPicture() async throws {
        let store = scratch.store()
        let record = try await store.upload(Pieces(CraftedPicture.png()), by: scratch.ada)
        MediaFiles(directory: scratch.media).remove(record.media)
        let error = await #expect(throws: EventLogError.self) { try await store.content(of: record) }
        #expect(error?.code == .corrupted)
        store.close()
    }
}
