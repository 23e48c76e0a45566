import EventLog
import Foundation
import GlimpDomain
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpService

@Suite struct RenditionStoreTests {
    let scratch: ScratchMedia
    let store: MediaStore
    let files: MediaFiles

    init() throws {
        scratch = try ScratchMedia()
        store = scratch.store()
        files = MediaFiles(directory: scratch.media)
    }

    /// Everything in `renditions/` and `making/`, by its number on the disk.
    private var inodes: [String: Int] {
        get throws {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: scratch.media).filter {
                ($0.hasPrefix("renditions/") || $0.hasPrefix("making/")) && $0.contains(".")
            }
            return try Dictionary(
                uniqueKeysWithValues: paths.map { path in
                    let attributes = try FileManager.default.attributesOfItem(atPath: "\(scratch.media)/\(path)")
                    return (path, try #require(attributes[.systemFileNumber] as? Int))
                })
        }
    }

    /// Of a picture without a profile too, which says nothing of its colours: they are sRGB.
    @Test(arguments: [40, 128, 200] as [UInt8]) func aRenditionIsAsBrightAsThePicture(grey: UInt8) async throws {
        for hasProfile in [false, true] {
            var picture = TestPicture(200, 160)
            picture.grey = grey
            picture.hasProfile = hasProfile
            let record = try await store.upload(Pieces(picture.encoded(".png"), of: 65_536), by: scratch.ada).record
            for format in Rendition.Format.allCases {
                _ = try await store.content(of: record, at: .longest240, as: format)
                let rendition = try scratch.unsealed(record, RenditionName(record.media, .longest240, format))
                let apart = try #require(SeenPicture.meanDifference(try scratch.unsealed(record), rendition))
                #expect(apart <= 1, "\(format), \(hasProfile ? "with" : "without") a profile")
            }
        }
        store.close()
    }

    @Test func eachRenditionHasItsSizeAndNothingElse() async throws {
        var picture = TestPicture(1_200, 800)
        picture.fields = TestPicture.camera
        picture.hasProfile = true
        picture.orientation = 6
        for suffix in [".jpg", ".png"] {
            let record = try await store.upload(Pieces(picture.encoded(suffix), of: 65_536), by: scratch.ada).record
            for rendition in Rendition.allCases {
                for format in Rendition.Format.allCases {
                    let content = try await store.content(of: record, at: rendition, as: format)
                    let path = try scratch.unsealed(record, RenditionName(record.media, rendition, format))
                    let seen = try #require(SeenPicture(path))
                    let size = rendition.size(width: Int(record.width), height: Int(record.height))
                    #expect(PixelSize(width: seen.width, height: seen.height) == size, "\(rendition) \(format)")
                    #expect(seen.quarters == (suffix == ".png" ? "rgbw" : "brwg"), "\(rendition) \(format)")
                    #expect(
                        seen.fields.isEmpty && !seen.hasProfile && seen.orientation == 1,
                        "\(rendition) \(format) \(suffix) \(seen)")
                    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
                    #expect(PictureFormat(magic: Array(bytes.prefix(64))) == format.picture)
                    #expect(content.mime == format.picture.mime)
                    #expect(try await content.read(0..<content.bytes) == bytes)
                }
            }
        }
        store.close()
    }

    @Test func itIsMadeOnceHoweverManyAsk() async throws {
        let record = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: scratch.ada).record
        let lengths = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { [store] in try await store.content(of: record, at: .longest320, as: .webp).bytes }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(lengths.count == 1)
        let made = try inodes
        // And with it the other sizes.
        #expect(made.count == Rendition.allCases.count)
        for rendition in Rendition.allCases { _ = try await store.content(of: record, at: rendition, as: .webp) }
        #expect(try inodes == made)
        store.close()
    }

    @Test func oneWorkerMakesAllSizesHoweverManyAreAskedForAtOnce() async throws {
        let record = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: scratch.ada).record
        let starts = scratch.path + "/starts"
        let renditions = try renditions(countingIn: starts)
        try await withThrowingTaskGroup { group in
            for rendition in Rendition.allCases {
                group.addTask { try await renditions.make(RenditionName(record.media, rendition, .jpeg), of: record) }
            }
            try await group.waitForAll()
        }
        #expect(try String(contentsOfFile: starts, encoding: .utf8) == "shrink jpeg jpeg\n")
        // The other format is another run, and what is missing of one is all that is made.
        try FileManager.default.removeItem(atPath: files.rendition(RenditionName(record.media, .square75, .jpeg)))
        let kept = try inodes
        try await renditions.make(RenditionName(record.media, .square75, .jpeg), of: record)
        try await renditions.make(RenditionName(record.media, .longest240, .webp), of: record)
        #expect(
            try String(contentsOfFile: starts, encoding: .utf8)
                == "shrink jpeg jpeg\nshrink jpeg jpeg\nshrink jpeg webp\n")
        #expect(try inodes.merging(kept) { $1 } == inodes)
        #expect(try inodes.count == 2 * Rendition.allCases.count)
        store.close()
    }

    /// With a worker that writes down each start.
    private func renditions(countingIn path: String) throws -> Renditions {
        let script = scratch.path + "/worker"
        let real = FileSystem.parent(of: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        try Data("#!/bin/sh\necho $4 $5 $6 >>\(path)\nexec \(real)/glimp-media-worker \"$@\"\n".utf8)
            .write(to: URL(filePath: script))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
        let limits = MediaLimits()
        return Renditions(
            files, scratch.keys, limits,
            MediaWorkers(MediaWorker(executable: script, videoExecutable: script), atOnce: 2, mostWaiting: 64))
    }

    /// A rendition that is made with others looks as if it were made alone.
    @Test(arguments: [(1_900, 1_300), (1_300, 1_900), (5_000, 90)])
    func whatIsMadeTogetherIsAsIfMadeAlone(width: Int, height: Int) async throws {
        let together = try await store.upload(
            Pieces(TestPicture(width, height).encoded(".jpg"), of: 65_536), by: scratch.ada
        ).record
        var picture = TestPicture(width, height)
        picture.number = 1
        let alone = try await store.upload(Pieces(picture.encoded(".jpg"), of: 65_536), by: scratch.ada).record
        for rendition in Rendition.allCases {
            _ = try await store.content(of: together, at: rendition, as: .jpeg)
            _ = try await store.content(of: alone, at: rendition, as: .jpeg)
            // The others stay: it alone is missing and made.
            try FileManager.default.removeItem(
                atPath: files.rendition(RenditionName(alone.media, rendition, .jpeg)))
            _ = try await store.content(of: alone, at: rendition, as: .jpeg)
            let paths = try [together, alone].map {
                try scratch.unsealed($0, RenditionName($0.media, rendition, .jpeg))
            }
            let difference = try #require(SeenPicture.meanDifference(paths[0], paths[1]))
            #expect(difference < 2, "\(rendition)")
        }
        store.close()
    }

    @Test func anotherProcessThatMakesItIsWaitedFor() async throws {
        let record = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: scratch.ada).record
        let name = RenditionName(record.media, .longest320, .jpeg)
        // A lock is of an open file: in this process it keeps others out as another's does.
        let other = try #require(try RenditionFile(name, in: files, patience: .zero))
        let busy = #expect(throws: EventLogError.self) {
            _ = try RenditionFile(name, in: files, patience: .milliseconds(1))
        }
        #expect(busy?.code == .busy)
        let asked = Task { [store] in try await store.content(of: record, at: .longest320, as: .jpeg) }
        let made = try NamelessFile()
        #expect(write(made.descriptor, "made", 4) == 4)
        _ = try SealedFile.seal(
            made.descriptor, 4, to: other.descriptor, named: "\(name)", of: scratch.keys.key(of: scratch.ada))
        try other.place()
        #expect(try await asked.value.read(0..<4) == Array("made".utf8))
        #expect(try inodes.count == Rendition.allCases.count)
        store.close()
    }

    @Test func whatFailsLeavesNothingAndIsTriedAgain() async throws {
        let record = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: scratch.ada).record
        let kept = try Data(contentsOf: URL(filePath: files.file(record.media)))
        try kept.prefix(kept.count / 2).write(to: URL(filePath: files.file(record.media)))
        let error = await #expect(throws: EventLogError.self) {
            try await store.content(of: record, at: .longest320, as: .webp)
        }
        #expect(error?.code == .corrupted)
        #expect(try inodes.isEmpty)
        try kept.write(to: URL(filePath: files.file(record.media)))
        _ = try await store.content(of: record, at: .longest320, as: .webp)
        store.close()
    }

    @Test func whatADeadProcessBeganIsBegunAnew() async throws {
        var store = store
        let record = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: scratch.ada).record
        let (name, other) = (
            RenditionName(record.media, .longest320, .webp), RenditionName(record.media, .longest640, .jpeg)
        )
        try FileSystem.makeDirectory(FileSystem.parent(of: files.making(name)))
        for name in [name, other] {
            try Data(repeating: 1, count: 100_000).write(to: URL(filePath: files.making(name)))
        }
        let content = try await store.content(of: record, at: .longest320, as: .webp)
        #expect(content.bytes < 100_000)
        #expect(SeenPicture(try scratch.unsealed(record, name)) != nil)
        store.close()
        // The other one nobody asks for again.
        store = scratch.store()
        try store.open()
        #expect(try inodes.count == Rendition.allCases.count)
        store.close()
    }

    @Test func aSpoiledOneIsMadeAgainForWhoAsks() async throws {
        let record = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: scratch.ada).record
        let old = try await store.content(of: record, at: .longest320, as: .webp)
        let content = try await old.read(0..<old.bytes)
        let path = files.rendition(RenditionName(record.media, .longest320, .webp))
        var sealed = try Data(contentsOf: URL(filePath: path))
        sealed[50] ^= 1
        for spoiled in [Data(), Data("spoiled".utf8), sealed] {
            try spoiled.write(to: URL(filePath: path))
            let new = try await store.content(of: record, at: .longest320, as: .webp)
            #expect(try await new.read(0..<new.bytes) == content)
            // The same picture, of other bytes on the disk: who has a part of the old one does not go on with this.
            #expect(new.mark != old.mark && new.mark?.count == 16)
        }
        store.close()
    }

    @Test func whatIsMadeAnewByAnotherIsLeftToIt() async throws {
        let record = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: scratch.ada).record
        _ = try await store.content(of: record, at: .longest320, as: .webp)
        let name = RenditionName(record.media, .longest320, .webp)
        let other = try #require(try RenditionFile(name, in: files, patience: .zero, replaces: true))
        // Somebody finds that it is there, and takes nothing away.
        #expect(try RenditionFile(name, in: files, patience: .zero) == nil)
        try other.begin()
        let made = try NamelessFile()
        try FileBytes.write(Array("made".utf8), to: made.descriptor, "a test")
        _ = try SealedFile.seal(
            made.descriptor, 4, to: other.descriptor, named: "\(name)", of: scratch.keys.key(of: scratch.ada))
        try other.place()
        let content = try await store.content(of: record, at: .longest320, as: .webp)
        #expect(try await content.read(0..<4) == Array("made".utf8))
        store.close()
    }
}
