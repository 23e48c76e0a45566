import Foundation
import GlimpDomain
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpService

/// What is kept of a picture.
@Suite struct KeepingTests {
    let scratch: ScratchMedia
    let store: MediaStore

    init() throws {
        scratch = try ScratchMedia()
        store = scratch.store()
    }

    private func keep(_ bytes: [UInt8], crop: Crop = .none) async throws -> (record: MediaRecord, seen: SeenPicture) {
        let record = try await store.upload(Pieces(bytes), by: scratch.ada, crop: crop).record
        let path = try scratch.unsealed(record)
        let seen = try #require(SeenPicture(path))
        #expect((seen.width, seen.height) == (Int(record.width), Int(record.height)))
        #expect(try Data(contentsOf: URL(filePath: path)).count == Int(record.bytes))
        return (record, seen)
    }

    @Test func eachFormatIsKeptAsWhatBrowsersShow() async throws {
        for (suffix, mime) in [
            (".jpg", "image/jpeg"), (".heic", "image/jpeg"), (".png", "image/png"), (".gif", "image/png"),
            (".webp", "image/webp"), (".jpg[interlace]", "image/jpeg"), (".png[interlace]", "image/png"),
        ] {
            let kept = try await keep(TestPicture(48, 32).encoded(suffix))
            #expect(kept.record.mime == mime, "\(suffix)")
            #expect((kept.seen.width, kept.seen.height) == (48, 32), "\(suffix)")
            #expect(kept.seen.quarters == "rgbw", "\(suffix)")
        }
        store.close()
    }

    /// By what EXIF's orientation means (EXIF 2.32, 4.6.5.1): where the first row and column of the file belong.
    @Test(arguments: [
        (1, "rgbw"), (2, "grwb"), (3, "wbgr"), (4, "bwrg"), (5, "rbgw"), (6, "brwg"), (7, "wgbr"), (8, "gwrb"),
    ]) func aPictureStandsUpright(orientation: Int, quarters: String) async throws {
        var picture = TestPicture(48, 32)
        picture.orientation = orientation
        let kept = try await keep(picture.encoded(".jpg"))
        #expect((kept.seen.width, kept.seen.height) == (orientation < 5 ? (48, 32) : (32, 48)))
        #expect(kept.seen.quarters == quarters)
        #expect(kept.seen.fields.isEmpty && kept.seen.orientation == 1)
        store.close()
    }

    @Test func nothingPersonalIsKeptAndTheProfileIs() async throws {
        var picture = TestPicture(48, 32)
        picture.fields = TestPicture.camera
        picture.hasProfile = true
        for suffix in [".jpg", ".png", ".webp"] {
            let bytes = picture.encoded(suffix)
            let path = "\(scratch.path)/made\(suffix)"
            try Data(bytes).write(to: URL(filePath: path))
            let made = try #require(SeenPicture(path))
            #expect(!made.fields.isEmpty && made.hasProfile, "\(suffix): nothing to be left out")
            let kept = try await keep(bytes)
            #expect(kept.seen.fields.isEmpty, "\(suffix): \(kept.seen.fields)")
            #expect(kept.seen.hasProfile, "\(suffix)")
            let stored = try Data(
                contentsOf: URL(filePath: try scratch.unsealed(kept.record)))
            for secret in ["Leitz", "Ada", "2008:10:22"] { #expect(stored.range(of: Data(secret.utf8)) == nil) }
        }
        store.close()
    }

    @Test func itsUploaderIsToldWhenAndWhere() async throws {
        var picture = TestPicture(48, 32)
        picture.fields = TestPicture.camera
        let bytes = picture.encoded(".jpg")
        // Each time: it is not kept.
        for _ in 0..<2 {
            let origin = try await store.upload(Pieces(bytes), by: scratch.ada).origin
            #expect(origin.takenAt == "2008-10-22T16:28:39+02:00")
            #expect(origin.place?.description == "43.467448,-11.885125")
        }
        let plain = try await store.upload(Pieces(TestPicture.png()), by: scratch.ada).origin
        #expect(plain == MediaOrigin())
        store.close()
    }

    @Test func aSquareIsCutOutOfWhatOneSees() async throws {
        var picture = TestPicture(48, 32)
        picture.orientation = 6
        let bytes = picture.encoded(".jpg")
        let square = try await keep(bytes, crop: .square)
        #expect((square.seen.width, square.seen.height) == (32, 32))
        #expect(square.seen.quarters == "brwg")
        #expect(square.record.photo?.isSquare == true)
        // The lower right corner: of one colour.
        let corner = try await keep(bytes, crop: .box(CropBox(x: 18, y: 34, size: 14)))
        #expect((corner.seen.width, corner.seen.quarters) == (14, "gggg"))
        let outside = await #expect(throws: MediaError.self) {
            try await store.upload(Pieces(bytes), by: scratch.ada, crop: .box(CropBox(x: 20, y: 34, size: 14)))
        }
        #expect(outside?.code == .invalidCrop)
        store.close()
    }

    /// Without it, and without being converted, the picture would have other colours.
    @Test func aProfileThatIsTooLargeToKeepLeavesItsColours() async throws {
        var picture = TestPicture(64, 48)
        picture.isNoise = true
        picture.hasProfile = true
        func rendition(_ record: MediaRecord) async throws -> String {
            _ = try await store.content(of: record, at: .longest240, as: .jpeg)
            return try scratch.unsealed(record, RenditionName(record.media, .longest240, .jpeg))
        }
        // A format that loses nothing, or the two would differ by that.
        let small = try await keep(picture.encoded(".png"))
        picture.profilePadding = 1 << 20
        let large = try await keep(picture.encoded(".png"))
        #expect(small.seen.hasProfile && large.record.bytes < 1 << 20)
        let (first, second) = (try scratch.unsealed(small.record), try scratch.unsealed(large.record))
        // Other numbers, the same colours.
        #expect(try #require(SeenPicture.meanDifference(first, second)) > 4)
        let apart = try #require(
            SeenPicture.meanDifference(try await rendition(small.record), try await rendition(large.record)))
        #expect(apart < 2)
        store.close()
    }

    @Test func eachPartOfAPictureIsStoredOnce() async throws {
        let bytes = TestPicture(48, 32).encoded(".png")
        let whole = try await keep(bytes).record
        let square = try await keep(bytes, crop: .square).record
        #expect(square.media != whole.media)
        // For who may send what, it is the same picture.
        #expect(square.content == whole.content)
        #expect(try await keep(bytes, crop: .box(CropBox(x: 8, y: 0, size: 32))).record == square)
        #expect(try await keep(bytes).record == whole)
        #expect(try scratch.files.count == 2)
        // What is square already is cut to itself.
        let round = TestPicture(32, 32).encoded(".png")
        #expect(try await keep(round, crop: .square).record == (try await keep(round).record))
        store.close()
    }

    @Test func ofAnAnimationTheFirstFrameIsKept() async throws {
        // Two frames of 48 × 32: the upper and the lower half.
        var picture = TestPicture(48, 64)
        picture.frameHeight = 32
        for suffix in [".gif", ".webp[lossless]"] {
            let kept = try await keep(picture.encoded(suffix))
            #expect((kept.seen.width, kept.seen.height) == (48, 32))
            #expect(kept.seen.quarters == "rgrg")
        }
        store.close()
    }
}
