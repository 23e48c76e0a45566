import Foundation
import GlimpDomain
import MediaWork
import Testing
import VideosForTests

@testable import GlimpService

@Suite struct VideoTests {
    let scratch: ScratchMedia
    let store: MediaStore

    init() throws {
        scratch = try ScratchMedia()
        store = scratch.store()
    }

    private func upload(_ bytes: [UInt8], crop: Crop = .none, to store: MediaStore? = nil) async throws -> Upload {
        try await (store ?? self.store).upload(Pieces(bytes, of: 65_536), by: scratch.ada, crop: crop)
    }

    private func refusal(
        of bytes: [UInt8], crop: Crop = .none, _ limits: MediaLimits = MediaLimits()
    ) async throws -> MediaError.Code? {
        let elsewhere = try ScratchMedia()
        let store = elsewhere.store(limits)
        defer { store.close() }
        do {
            _ = try await upload(bytes, crop: crop, to: store)
            return nil
        } catch let error as MediaError {
            #expect(try elsewhere.files.isEmpty)
            return error.code
        }
    }

    @Test(arguments: [false, true])
    func aVideoIsKeptAsItIsCodedWithoutItsOrigin(isQuickTime: Bool) async throws {
        var video = TestVideo()
        video.isQuickTime = isQuickTime
        video.hasOrigin = true
        // What editors put behind the rest: a box of XMP.
        let xmp = Array("uuid0123456789abcdef<x:xmpmeta>Ada Leitz 43.4674</x:xmpmeta>".utf8)
        let bytes = video.encoded + [0, 0, 0, UInt8(xmp.count + 4)] + xmp
        for word in TestVideo.origin.prefix(2) { #expect(bytes.contains(word)) }
        let upload = try await upload(bytes)
        let record = upload.record
        #expect(record.mime == (isQuickTime ? "video/quicktime" : "video/mp4"))
        #expect((record.width, record.height) == (160, 96))
        let duration = try #require(record.duration)
        #expect(duration > .milliseconds(1_100) && duration <= .milliseconds(1_200))
        #expect(upload.origin.takenAt == "2019-10-01T12:30:45Z")
        #expect(upload.origin.place == MediaOrigin.Place(latitude: 43.4674, longitude: 11.8851))
        let path = try scratch.unsealed(record)
        let kept = Array(try Data(contentsOf: URL(filePath: path)))
        for word in TestVideo.origin { #expect(!kept.contains(word), "\(word)") }
        #expect(kept.count == Int(record.bytes))
        let seen = try #require(SeenVideo(path))
        #expect((seen.width, seen.height, seen.rotation, seen.sounds, seen.others) == (160, 96, 0, 1, 0))
        #expect(seen.frames >= 29 && seen.beginsAtOnce)
        // The same again is the same, and of a record that is read anew.
        #expect(try await self.upload(bytes).record == record)
        #expect(try store.record(of: record.media) == record)
        store.close()
    }

    @Test(arguments: [90, 180, 270])
    func whatLiesOnItsSideIsMeasuredAsItIsShown(rotation: Int) async throws {
        var video = TestVideo()
        video.rotation = rotation
        video.hasSound = false
        let record = try await upload(video.encoded).record
        #expect((record.width, record.height) == (rotation == 180 ? (160, 96) : (96, 160)))
        let seen = try #require(SeenVideo(try scratch.unsealed(record)))
        #expect(abs(seen.rotation) == (rotation == 180 ? 180 : 90) && seen.sounds == 0)
        store.close()
    }

    @Test func aVideoIsNoPhotoAndHasNoParts() async throws {
        let bytes = TestVideo().encoded
        let record = try await upload(bytes).record
        #expect(record.photo == nil)
        #expect(try await refusal(of: bytes, crop: .square) == .invalidCrop)
        let error = await #expect(throws: MediaError.self) {
            try await store.content(of: record, at: .longest240, as: .jpeg)
        }
        #expect(error?.code == .noRenditions)
        store.close()
    }

    /// A kilobyte, and a million and some frames of one byte.
    @Test func framesWithoutEndAreRefused() async throws {
        var video = TestVideo()
        video.hasSound = false
        var bytes = video.encoded
        let most = UInt32(VideoTask.mostSamples) + 1
        // How many there are, how large each, how many in a chunk (ISO/IEC 14496-12, sections 8.6.1.2, 8.7.3, 8.7.4).
        try edit(&bytes, "stts", at: 8, most)
        try edit(&bytes, "stsz", at: 4, 1)
        try edit(&bytes, "stsz", at: 8, most)
        try edit(&bytes, "stsc", at: 12, most)
        #expect(try await refusal(of: bytes) == .tooLarge)
    }

    /// - Parameter place: within the box, behind its type.
    private func edit(_ bytes: inout [UInt8], _ box: String, at place: Int, _ value: UInt32) throws {
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: Array(box.utf8)) }) + 4 + place
        withUnsafeBytes(of: value.bigEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
    }

    @Test func whatIsNoVideoThatIsTakenIsRefusedAndLeavesNothing() async throws {
        let bytes = TestVideo().encoded
        var sound = TestVideo()
        sound.hasVideo = false
        #expect(try await refusal(of: sound.encoded) == .unsupportedMedia)
        for count in [64, 1_000, bytes.count / 2, bytes.count - 1_000, bytes.count - 1] {
            #expect(try await refusal(of: Array(bytes.prefix(count))) == .damagedMedia, "\(count)")
        }
        var limits = MediaLimits()
        limits.pixels = 160 * 96 - 1
        #expect(try await refusal(of: bytes, limits) == .tooManyPixels)
        limits = MediaLimits()
        limits.videoBytes = bytes.count - 1
        #expect(try await refusal(of: bytes, limits) == .tooLarge)
        // A picture has its own limit, and a video not the picture's.
        limits = MediaLimits()
        limits.bytes = 1_024
        #expect(try await refusal(of: bytes, limits) == nil)
    }

    /// With its index in front, of which the frames are then cut off.
    @Test func aFileWithoutAllOfItsFramesIsDamaged() async throws {
        let record = try await upload(TestVideo().encoded).record
        let kept = Array(try Data(contentsOf: URL(filePath: try scratch.unsealed(record))))
        #expect(try await refusal(of: kept) == nil)
        for cut in [1, 1_000, kept.count / 2] {
            #expect(try await refusal(of: Array(kept.dropLast(cut))) == .damagedMedia, "\(cut)")
        }
        store.close()
    }

    /// A header that claims what its frames do not hold.
    @Test func aLyingHeaderIsDamaged() async throws {
        var bytes = TestVideo().encoded
        let chunks = try #require(bytes.firstIndex(of: "stco"))
        // Where the frames begin: far behind the end.
        bytes[chunks + 12] = 0x7F
        #expect(try await refusal(of: bytes) == .damagedMedia)
        bytes = TestVideo().encoded
        let sizes = try #require(bytes.firstIndex(of: "stsz"))
        // How many frames there are.
        bytes[sizes + 14] = 0xFF
        #expect(try await refusal(of: bytes) == .damagedMedia)
        store.close()
    }

    /// Flipped, cut, grown: refused or kept as a video that is whole; nothing else stays.
    @Test func mutatedVideosHurtNobodyAndLeaveNothing() async throws {
        var limits = MediaLimits()
        limits.videoBytes = 1 << 20
        limits.videoSeconds = 10
        limits.pixels = 1_000_000
        let store = scratch.store(limits)
        var originals: [[UInt8]] = []
        for (isQuickTime, hasSound) in [(false, true), (true, false)] {
            var video = TestVideo()
            (video.isQuickTime, video.hasSound, video.hasOrigin, video.frames) = (isQuickTime, hasSound, true, 5)
            originals.append(video.encoded)
            // Its index in front.
            let record = try await upload(video.encoded, to: store).record
            originals.append(Array(try Data(contentsOf: URL(filePath: try scratch.unsealed(record)))))
        }
        let keptAtFirst = try scratch.files.count
        var random = SeededGenerator()
        var results: [String: Int] = [:]
        let count = ProcessInfo.processInfo.environment["GLIMP_HOSTILE_FILES"].flatMap { Int($0) } ?? 200
        var kept: Set<MediaID> = []
        for number in 0..<count {
            var file = originals[number % originals.count]
            // The index, where all numbers are, is small: else most would hit frames.
            let index = file.firstIndex(of: "moov") ?? 0
            switch Int.random(in: 0..<4, using: &random) {
            case 0: file = Array(file.prefix(Int.random(in: 16..<file.count, using: &random)))
            case 1:
                for _ in 0..<4 {
                    file[Int.random(in: 8..<file.count, using: &random)] = .random(in: 0...255, using: &random)
                }
            default:
                let place = Int.random(in: index..<min(file.count - 4, index + 2_000), using: &random)
                for byte in 0..<Int.random(in: 1...4, using: &random) {
                    file[place + byte] = Bool.random(using: &random) ? 0xFF : .random(in: 0...255, using: &random)
                }
            }
            do {
                let record = try await upload(file, to: store).record
                kept.insert(record.media)
                results["kept", default: 0] += 1
                #expect(record.width > 0 && Int(record.width) * Int(record.height) <= limits.pixels)
            } catch let error as MediaError {
                results[error.code.rawValue, default: 0] += 1
            }
        }
        print("Of \(count) videos: \(results.sorted { $0.key < $1.key })")
        let codes: Set<MediaError.Code> = [.unsupportedMedia, .damagedMedia, .tooLarge, .tooManyPixels]
        #expect(Set(results.keys).isSubset(of: Set(codes.map(\.rawValue)).union(["kept"])), "\(results)")
        #expect((results["damaged_media"] ?? 0) > count / 8)
        #expect(try scratch.files.count <= keptAtFirst + kept.count)
        #expect(try scratch.files.allSatisfy { $0.hasPrefix("files/") })
        store.close()
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: String) -> Bool { firstIndex(of: word) != nil }

    fileprivate func firstIndex(of word: String) -> Int? {
        Data(self).firstRange(of: Data(word.utf8))?.lowerBound
    }
}
