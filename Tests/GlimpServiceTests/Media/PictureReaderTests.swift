import Foundation
import Testing

@testable import GlimpService

/// What is taken for a picture, and what is not.
@Suite struct PictureReaderTests {
    /// - Returns: `image/png 3 × 3`, or the code of the refusal.
    private func read(_ bytes: [UInt8], pieces: Int = .max, maximumPixels: Int = 100_000_000) -> String {
        var reader = PictureReader(maximumPixels: maximumPixels)
        do throws(MediaError) {
            var rest = bytes[...]
            while !rest.isEmpty {
                try reader.consume(Array(rest.prefix(pieces)).span)
                rest = rest.dropFirst(pieces)
            }
            let picture = try reader.finish()
            return "\(picture.format.mime) \(picture.width) × \(picture.height)"
        } catch {
            return error.code.rawValue
        }
    }

    @Test func aPictureIsWhatItsBytesSay() {
        #expect(read(CraftedPicture.png(width: 5, height: 7)) == "image/png 5 × 7")
        #expect(read(CraftedPicture.foreignPNG) == "image/png 1 × 1")
        #expect(read(CraftedPicture.jpeg(width: 24, height: 8)) == "image/jpeg 24 × 8")
        #expect(read(CraftedPicture.jpeg(frame: 0xC2)) == "image/jpeg 16 × 16")
    }

    @Test(arguments: [1, 2, 3, 7, 64]) func itDoesNotMatterHowTheBytesAreCut(pieces: Int) {
        #expect(read(CraftedPicture.png(), pieces: pieces) == "image/png 3 × 3")
        #expect(read(CraftedPicture.jpeg(), pieces: pieces) == "image/jpeg 16 × 16")
    }

    @Test func noBeginningOfAPictureIsOne() {
        for picture in [CraftedPicture.png(), CraftedPicture.jpeg(), CraftedPicture.foreignPNG] {
            for length in 0..<picture.count {
                let code = read(Array(picture.prefix(length)))
                #expect(code == (length < 8 ? "unsupported_media" : "damaged_media"), "cut after \(length) bytes")
            }
        }
    }

    @Test func whatIsNoPictureIsNotSupported() {
        #expect(read([]) == "unsupported_media")
        #expect(read(Array("GIF89a, and more of it".utf8)) == "unsupported_media")
        #expect(read(Array("<svg onload='alert(1)'/>".utf8)) == "unsupported_media")
        #expect(read([0xFF, 0xD8, 0x00, 0, 0, 0, 0, 0, 0]) == "unsupported_media")
    }

    @Test func everyByteOfAPNGIsCovered() {
        let picture = CraftedPicture.png(before: CraftedPicture.chunk("tEXt", Array("a note".utf8)))
        for place in picture.indices {
            for bit in 0..<8 {
                var altered = picture
                altered[place] ^= 1 << bit
                #expect(!read(altered).hasPrefix("image/"), "bit \(bit) of byte \(place) was flipped")
            }
        }
    }

    @Test func headersThatMakeNoSenseAreRefused() {
        #expect(read(CraftedPicture.png(width: 0)) == "damaged_media")
        #expect(read(CraftedPicture.png(width: 1 << 31)) == "damaged_media")
        #expect(read(CraftedPicture.png(depth: 3)) == "damaged_media")
        #expect(read(CraftedPicture.png(depth: 4, color: 2)) == "damaged_media")
        #expect(read(CraftedPicture.png(color: 3)) == "damaged_media")
        let palette = CraftedPicture.chunk("PLTE", [1, 2, 3])
        #expect(read(CraftedPicture.png(color: 3, before: palette)) == "image/png 3 × 3")
        #expect(read(CraftedPicture.png(before: palette + palette)) == "damaged_media")
        #expect(read(CraftedPicture.png(before: CraftedPicture.chunk("CgBI", [0]))) == "unsupported_media")
        #expect(read(CraftedPicture.png() + [0]) == "damaged_media")
        let split = CraftedPicture.chunk("tIME", [0]) + CraftedPicture.chunk("IDAT", [0])
        #expect(read(CraftedPicture.png(after: split)) == "damaged_media")

        #expect(read(CraftedPicture.jpeg(height: 0)) == "damaged_media")
        #expect(read(CraftedPicture.jpeg(sampling: 0x51)) == "damaged_media")
        #expect(read(CraftedPicture.jpeg(precision: 12)) == "unsupported_media")
        #expect(read(CraftedPicture.jpeg(frame: 0xC9)) == "unsupported_media")
        #expect(read(CraftedPicture.jpeg(before: [0])) == "damaged_media")
        #expect(read(CraftedPicture.jpeg(before: [0xFF, 0xE1, 0, 1])) == "damaged_media")
        #expect(read(CraftedPicture.jpeg(before: [0xFF, 0xD8])) == "damaged_media")
        #expect(read(CraftedPicture.jpeg(data: [])) == "damaged_media")
        let second = CraftedPicture.segment(0xC0, [8, 0, 9, 0, 9, 1, 1, 0x11, 0])
        #expect(read(CraftedPicture.jpeg(after: second)) == "damaged_media")
    }

    @Test func fillBytesAndWhatFollowsAJPEGAreLetPass() {
        #expect(read(CraftedPicture.jpeg(before: [0xFF, 0xFF])) == "image/jpeg 16 × 16")
        #expect(read(CraftedPicture.jpeg() + [0xFF, 0xD8, 0xFF, 0xE1, 7]) == "image/jpeg 16 × 16")
    }

    @Test func aPictureHasNoMorePixelsThanAreTaken() {
        #expect(read(CraftedPicture.png(width: 10_001, height: 10_000)) == "too_many_pixels")
        #expect(read(CraftedPicture.jpeg(width: 65_535, height: 65_535)) == "too_many_pixels")
        #expect(read(CraftedPicture.png(), maximumPixels: 8) == "too_many_pixels")
        #expect(read(CraftedPicture.png(), maximumPixels: 9) == "image/png 3 × 3")
    }

    @Test func aPictureCantBeMuchLargerThanItsData() {
        #expect(read(CraftedPicture.png(width: 10_000, height: 10_000)) == "damaged_media")
        #expect(read(CraftedPicture.jpeg(width: 10_000, height: 10_000)) == "damaged_media")
        // 64 × 64 blocks, three components: 12,288 bits at least.
        let data = [UInt8](repeating: 1, count: 64 * 64 * 3 / 8)
        #expect(read(CraftedPicture.jpeg(width: 512, height: 512, data: data)) == "image/jpeg 512 × 512")
        #expect(read(CraftedPicture.jpeg(width: 512, height: 512, data: Array(data.dropLast()))) == "damaged_media")
    }

    @Test func hostileBytesNeverCrashIt() {
        var random = SeededGenerator()
        let pictures = [CraftedPicture.png(), CraftedPicture.jpeg(), CraftedPicture.jpeg(frame: 0xC2)]
        for round in 0..<6_000 {
            var bytes = pictures[round % pictures.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 2..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
                default: bytes.remove(at: place)
                }
            }
            // The same however the bytes are cut, whatever it is.
            #expect(read(bytes) == read(bytes, pieces: .random(in: 1...9, using: &random)), "\(random.seed) \(round)")
        }
    }

    /// Photos of real cameras, where they are at hand.
    @Test func realPhotosAreTaken() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../shared/data/photos")
        for file in (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [] {
            let bytes = [UInt8](try Data(contentsOf: file))
            let isTaken = ["jpg", "jpeg", "png"].contains(file.pathExtension.lowercased())
            #expect(read(bytes, pieces: 65_536).hasPrefix("image/") == isTaken, "\(file.lastPathComponent)")
        }
    }
}
