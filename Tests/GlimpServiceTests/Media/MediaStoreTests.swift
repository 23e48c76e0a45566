import Crypto
import EventLog
import Foundation
import GlimpDomain
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpService

/// A media directory of its own, gone with it.
final class ScratchMedia {
    let path = FileManager.default.temporaryDirectory.appending(path: "glimp-media-\(UUID().uuidString)").path(
        percentEncoded: false)
    let ada = UserID(rawValue: UUID())
    let ben = UserID(rawValue: UUID())

    let keys: PersonKeys
    let hasher: KeyedHasher

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try KeyStore.create(in: path)
        hasher = try KeyStore(directory: path).hasher
        keys = PersonKeys(path + "/keys")
    }

    deinit {
        keys.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    var media: String { path + "/media" }

    func store(_ limits: MediaLimits = MediaLimits()) -> MediaStore {
        MediaStore(media, keys: keys, hasher: hasher, limits: limits, now: { Timestamp(microseconds: 5) })
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

extension ScratchMedia {
    /// Opens a sealed file of `media/`, and writes what is in it beside it all.
    /// - Returns: the path of the content.
    func unsealed(_ path: String, of owner: UserID) throws -> String {
        let content = "\(self.path)/\((path as NSString).lastPathComponent).clear"
        let file = try SealedFile(path, of: keys.key(of: owner))
        try Data(try file.read(0..<file.bytes)).write(to: URL(filePath: content))
        return content
    }

    /// What is kept of an upload, or a rendition of it, in the clear.
    func unsealed(_ record: MediaRecord, _ rendition: RenditionName? = nil) throws -> String {
        let files = MediaFiles(directory: media)
        return try unsealed(rendition.map { files.rendition($0) } ?? files.file(record.media), of: record.owner)
    }
}

extension MediaStore {
    /// As an upload comes over HTTP.
    func upload(_ pieces: Pieces, by owner: UserID, crop: Crop = .none) async throws -> Upload {
        try await keep(try await receive(pieces), of: owner, crop: crop)
    }
}

@Suite struct MediaStoreTests {
    let scratch: ScratchMedia
    init() throws { scratch = try ScratchMedia() }

    private struct HungUp: Error {}

    @Test func whatIsKeptIsThereTheNextTime() async throws {
        var store = scratch.store()
        let record = try await store.upload(Pieces(TestPicture(4, 4).encoded(".png")), by: scratch.ada).record
        #expect(record.owner == scratch.ada)
        #expect((record.mime, record.width, record.height) == ("image/png", 4, 4))
        #expect(record.created == Timestamp(microseconds: 5))
        #expect(record.photo != nil)
        store.close()

        store = scratch.store()
        #expect(try store.record(of: record.media) == record)
        let content = try await store.content(of: record).read(0..<Int(record.bytes))
        let file = try Data(contentsOf: URL(filePath: try scratch.unsealed(record)))
        #expect(content == Array(file))
        #expect(try store.record(of: MediaID(rawValue: UUID())) == nil)
        #expect(try scratch.files.count == 1)
        store.close()
    }

    @Test func theHashIsThatOfTheContentAsUploaded() async throws {
        let foreign = Array(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
            ) ?? Data())
        let store = scratch.store()
        let upload = try await store.upload(Pieces(foreign), by: scratch.ada)
        // By sha256sum.
        #expect(
            upload.sha256.map { String(format: "%02x", $0) }.joined()
                == "6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0")
        store.close()
        // Whoever has the picture does not find it there, nor the same for another person.
        let index = try Data(contentsOf: URL(filePath: scratch.media + "/index/data.mdb"))
        #expect(index.range(of: Data(upload.record.content.bytes)) != nil)
        #expect(index.range(of: Data(upload.sha256)) == nil)
        #expect(
            index.range(of: Data(SHA256.hash(data: Array("\(scratch.ada)".utf8) + upload.sha256).prefix(16))) == nil)
    }

    @Test func theSameIsStoredOnceForEachPerson() async throws {
        let store = scratch.store()
        let first = try await store.upload(Pieces(TestPicture.png()), by: scratch.ada).record
        #expect(try await store.upload(Pieces(TestPicture.png(), of: 1), by: scratch.ada).record == first)
        #expect(try scratch.files.count == 1)
        let other = try await store.upload(Pieces(TestPicture.png()), by: scratch.ben).record
        #expect(other.media != first.media)
        #expect(try scratch.files.count == 2)
        store.close()
    }

    @Test func whatIsRefusedLeavesNothing() async throws {
        var limits = MediaLimits()
        limits.bytes = 20_000
        limits.pixels = 10_000
        let store = scratch.store(limits)
        var noise = SeededGenerator()
        let cases: [([UInt8], MediaError.Code)] = [
            ([], .emptyBody),
            (Array("no picture at all".utf8), .unsupportedMedia),
            (Array(TestPicture.png().dropLast(20)), .damagedMedia),
            (TestPicture(101, 100).encoded(".png"), .tooManyPixels),
            (TestPicture.png() + (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &noise) }, .tooLarge),
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
        let pieces = Pieces(Array(TestPicture.png().dropLast(20)), of: 8, error: HungUp())
        await #expect(throws: HungUp.self) { try await store.upload(pieces, by: scratch.ada) }
        #expect(try scratch.files.isEmpty)
        store.close()
    }

    @Test func theLimitOfBytesIsExact() async throws {
        // JPEG: what is kept of it is smaller.
        let picture = TestPicture(64, 64).encoded(".jpg[Q=100]")
        var limits = MediaLimits()
        limits.bytes = picture.count
        let store = scratch.store(limits)
        _ = try await store.upload(Pieces(picture), by: scratch.ada)
        let error = await #expect(throws: MediaError.self) {
            try await store.upload(Pieces(picture + [0]), by: scratch.ada)
        }
        #expect(error?.code == .tooLarge)
        limits.bytes = .max
        #expect(limits.bytes == 25 << 20)
        store.close()
    }

    @Test func whatIsTooLargeWhenItIsWrittenAnewIsRefused() async throws {
        // As JPEG of a better quality it is larger.
        var noise = TestPicture(256, 256)
        noise.isNoise = true
        let picture = noise.encoded(".heic[Q=10]")
        var limits = MediaLimits()
        limits.bytes = picture.count
        let store = scratch.store(limits)
        let error = await #expect(throws: MediaError.self) { try await store.upload(Pieces(picture), by: scratch.ada) }
        #expect(error?.code == .tooLarge)
        #expect(try scratch.files.isEmpty)
        store.close()
    }

    @Test func leftoversOfTheDeadAreSwept() async throws {
        var store = scratch.store()
        let kept = try await store.upload(Pieces(TestPicture.png()), by: scratch.ada).record
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
        store.close()
        let files = MediaFiles(directory: scratch.media)
        let kept = try KeptFile(in: files)
        let index = try MediaIndex(files.index)
        #expect(try files.removeLeftovers(index) == 0)
        let record = MediaRecord(
            media: kept.media, owner: scratch.ada,
            content: scratch.hasher.hash(
                SentContent(uploader: scratch.ada, sha256: [UInt8](repeating: 1, count: 32))), box: nil,
            format: .picture(.png),
            width: 1, height: 1, bytes: 1,
            fileHash: [UInt8](repeating: 2, count: 32), milliseconds: 0, created: Timestamp(microseconds: 5))
        #expect(try kept.keep(as: record, in: index) == record)
        #expect(try index.record(of: record.media) == record)
        #expect(try scratch.files.count == 1)
        index.close()
    }

    @Test func theSameAtTheSameMomentIsStoredOnce() async throws {
        let store = scratch.store()
        for round in 0..<10 {
            let picture = TestPicture.png(number: round)
            let ids = try await withThrowingTaskGroup(of: MediaID.self) { group in
                for size in 1...8 {
                    group.addTask { [ada = scratch.ada] in
                        try await store.upload(Pieces(picture, of: size), by: ada).record.media
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try scratch.files.count == round + 1)
        }
        store.close()
    }

    @Test func aMissingOrShortFileIsAnErrorAndNoPicture() async throws {
        let store = scratch.store()
        let record = try await store.upload(Pieces(TestPicture.png()), by: scratch.ada).record
        let files = MediaFiles(directory: scratch.media)
        #expect(truncate(files.file(record.media), 5) == 0)
        let short = await #expect(throws: EventLogError.self) { try await store.content(of: record) }
        #expect(short?.code == .corrupted)
        files.remove(record.media)
        let missing = await #expect(throws: EventLogError.self) { try await store.content(of: record) }
        #expect(missing?.code == .corrupted)
        store.close()
    }
}
