import EventLog
import Foundation
import GlimpDomain
import PicturesForTests
import Testing

@testable import GlimpService

/// Files made to hurt. Each is refused or kept as a whole picture; nothing else stays, and the process goes on.
///
/// `GLIMP_HOSTILE_FILES=10000` tries as many; the suite itself a few hundred.
@Suite struct HostileFileTests {
    let scratch: ScratchMedia
    init() throws { scratch = try ScratchMedia() }

    private static let count =
        ProcessInfo.processInfo.environment["GLIMP_HOSTILE_FILES"].flatMap { Int($0) } ?? 300

    private static let codes: Set<MediaError.Code> = [.unsupportedMedia, .damagedMedia, .tooLarge, .tooManyPixels]

    @Test func mutatedFilesHurtNobodyAndLeaveNothing() async throws {
        var limits = MediaLimits()
        limits.pixels = 1_000_000
        limits.bytes = 1 << 20
        limits.pictureSeconds = 10
        let store = scratch.store(limits)
        var camera = TestPicture(120, 80)
        camera.fields = TestPicture.camera
        camera.hasProfile = true
        camera.orientation = 6
        let originals = [
            ".jpg", ".jpg[interlace]", ".png", ".png[interlace]", ".webp", ".webp[lossless]", ".gif", ".heic",
        ]
        .map { camera.encoded($0) }
        var mutations = Mutations()
        var results: [String: Int] = [:]
        // Four at a time: two are worked on.
        for round in 0..<(Self.count + 3) / 4 {
            let files = (0..<4).map { mutations.mutate(originals[(round * 4 + $0) % originals.count], with: originals) }
            let outcomes = await withTaskGroup(of: String.self) { group in
                for file in files {
                    group.addTask { [ada = scratch.ada] in
                        do {
                            return "kept \(try await store.upload(Pieces(file, of: 65_536), by: ada).record.media)"
                        } catch let error as MediaError where Self.codes.contains(error.code) {
                            return error.code.rawValue
                        } catch {
                            return "\(error)"
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for outcome in outcomes {
                guard outcome.hasPrefix("kept ") else {
                    results[outcome, default: 0] += 1
                    continue
                }
                results["kept", default: 0] += 1
                let media = try #require(MediaID(String(outcome.dropFirst(5))))
                let path = try scratch.unsealed(try #require(try store.record(of: media)))
                #expect(SeenPicture(path) != nil, "\(outcome)")
                try FileManager.default.removeItem(atPath: path)
            }
        }
        print("Of \(Self.count) files: \(results.sorted { $0.key < $1.key })")
        #expect(Set(results.keys).isSubset(of: Set(Self.codes.map(\.rawValue)).union(["kept"])), "\(results)")
        // Some were harmless, or nothing was tried; most were not, or nothing was found.
        #expect((results["kept"] ?? 0) > 0 && (results["damaged_media"] ?? 0) > Self.count / 4)
        let records = try scratch.files
        #expect(records.allSatisfy { $0.hasPrefix("files/") })
        for name in records {
            let media = try #require(MediaID((name as NSString).lastPathComponent))
            #expect(try store.record(of: media) != nil, "\(name) has no record")
        }
        // Nothing of it stays in the process either.
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        #expect(descriptors.count < 200)
        _ = try await store.upload(Pieces(TestPicture.png()), by: scratch.ben)
        store.close()
    }

    /// Some hundred kilobytes that a decoder would need many seconds for. No second is measured: who counts does not
    /// decode.
    @Test func textsOfAPictureAreCountedBeforeTheyAreUnpacked() async throws {
        let picture = TestPicture.png()
        // Behind the signature and the header.
        let (head, rest) = (picture.prefix(33), picture.dropFirst(33))
        func chunk(_ count: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) } + Array("zTXt".utf8)
                + [UInt8](repeating: 65, count: count + 4)
        }
        let store = scratch.store()
        let error = await #expect(throws: MediaError.self) {
            let bytes = Array(head) + chunk(40_000) + chunk(40_000) + Array(rest)
            _ = try await store.upload(Pieces(bytes, of: 65_536), by: scratch.ada)
        }
        #expect(error?.code == .tooLarge && error?.message.contains("compressed text") == true)
        #expect(try scratch.files.isEmpty)
        store.close()
    }

    @Test func bombsEndAtTheirLimits() async throws {
        // Some kilobytes, and 75 MB when it is unpacked.
        let bomb = TestPicture.black(5_000, 5_000)
        #expect(bomb.count < 1 << 18)
        var limits = MediaLimits()
        limits.pixels = 24_999_999
        let store = scratch.store(limits)
        let error = await #expect(throws: MediaError.self) {
            try await store.upload(Pieces(bomb, of: 65_536), by: scratch.ada)
        }
        #expect(error?.code == .tooManyPixels)
        #expect(try scratch.files.isEmpty)
        store.close()
    }
}

/// What becomes of a file on its way here, and in bad hands.
private struct Mutations {
    private var random = SeededGenerator()

    mutating func mutate(_ file: [UInt8], with others: [[UInt8]]) -> [UInt8] {
        var file = file
        for _ in 0..<Int.random(in: 1...3, using: &random) where !file.isEmpty {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: file = Array(file.prefix(Int.random(in: 0..<file.count, using: &random)))
            case 1: flip(&file, Int.random(in: 1...8, using: &random), below: file.count)
            // Headers, where sizes stand.
            case 2: flip(&file, Int.random(in: 1...4, using: &random), below: min(64, file.count))
            case 3: grow(&file)
            case 4: file.removeSubrange(part(of: file))
            case 5: file.insert(contentsOf: file[part(of: file)], at: Int.random(in: 0...file.count, using: &random))
            // Two formats in one file.
            case 6: file += others[Int.random(in: 0..<others.count, using: &random)]
            default:
                let other = others[Int.random(in: 0..<others.count, using: &random)]
                file = Array(file.prefix(Int.random(in: 12...64, using: &random))) + other.dropFirst(12)
            }
        }
        return file
    }

    private mutating func flip(_ file: inout [UInt8], _ count: Int, below end: Int) {
        for _ in 0..<count { file[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random) }
    }

    /// A number somewhere becomes the largest.
    private mutating func grow(_ file: inout [UInt8]) {
        let start = Int.random(in: 0..<min(256, file.count), using: &random)
        for place in start..<min(start + Int.random(in: 1...4, using: &random), file.count) { file[place] = 0xFF }
    }

    private mutating func part(of file: [UInt8]) -> Range<Int> {
        let start = Int.random(in: 0..<file.count, using: &random)
        return start..<min(file.count, start + Int.random(in: 1...64, using: &random))
    }
}
