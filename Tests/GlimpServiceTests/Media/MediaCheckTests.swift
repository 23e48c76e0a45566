import EventLog
import Foundation
import GlimpDomain
import LMDB
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpService

@Suite struct MediaCheckTests {
    let service: Service
    let bob: UserID
    var files: MediaFiles { service.glimp.media.files }

    init() async throws {
        service = try await Service()
        bob = try #require(try service.glimp.people.find("bob"))
    }

    private func found() async throws -> [MediaFinding.Kind: Int] { try await service.glimp.media.check().counts }

    @Test func whatIsWholeIsWhole() async throws {
        let records = try (0..<3).map { try service.upload(by: bob, content: $0) }
        let report = try await service.glimp.media.check()
        #expect(report.uploads == 3 && report.bytes == UInt64(records.reduce(0) { $0 + $1.storedBytes }))
        #expect(report.counts.isEmpty && report.first.isEmpty && report.damages == 0)
    }

    @Test func everyKindOfDamageIsNamed() async throws {
        let (missing, short, long, changed) = (
            try service.upload(by: bob, content: 0), try service.upload(by: bob, content: 1),
            try service.upload(by: bob, content: 2), try service.upload(by: bob, content: 4)
        )
        _ = try service.upload(by: bob, content: 3)
        files.remove(missing.media)
        #expect(truncate(files.file(short.media), 3) == 0)
        #expect(truncate(files.file(long.media), 300) == 0)
        // One bit of the content, somewhere in the middle.
        var stored = try Data(contentsOf: URL(filePath: files.file(changed.media)))
        stored[stored.count / 2] ^= 1
        try stored.write(to: URL(filePath: files.file(changed.media)))
        let report = try await service.glimp.media.check()
        #expect(report.counts == [.missing: 1, .damaged: 3] && report.damages == 4)
        #expect(Set(report.first.map(\.media)) == [missing.media, short.media, long.media, changed.media])
        #expect(report.first.contains { $0.what.contains("is not what was kept") })
        #expect(report.first.contains { $0.what.contains("has 3 bytes instead of") })
        // One is not found by its content, and a content leads nowhere.
        let index = try service.glimp.media.openIndex()
        try index.environment.write { transaction throws in
            _ = try transaction.remove(missing.contentKey, from: index.contents)
        }
        #expect(try await found() == [.missing: 1, .damaged: 3, .misindexed: 2])
        try index.environment.write { transaction throws in
            try transaction.put([2, 0, 0], for: short.media.rawValue.bytes, in: index.records)
        }
        #expect(try await found()[.damaged] == 3)
        #expect(try await service.glimp.media.check().first.contains { $0.what.contains("is damaged: restore") })
    }

    @Test func whatLiesAboutIsNamedAndNoDamage() async throws {
        let record = try service.upload(by: bob, content: 0)
        let gone = MediaID(rawValue: UUID())
        let onItsWay = try KeptFile(in: files)
        try files.place(onItsWay.media)
        let strays = [
            files.file(gone), files.incoming(MediaID(rawValue: UUID())), "\(files.directory)/files/00/note.txt",
            "\(files.directory)/renditions/00/note", files.rendition(RenditionName(gone, .longest320, .webp)),
            files.rendition(RenditionName(record.media, .longest320, .webp)),
            files.making(RenditionName(record.media, .longest240, .webp)),
        ]
        for path in strays {
            try FileManager.default.createDirectory(
                atPath: FileSystem.parent(of: path), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: path))
        }
        let report = try await service.glimp.media.check()
        #expect(report.counts == [.unrecorded: 1, .leftover: 2, .foreign: 2, .strayRendition: 1, .damagedRendition: 1])
        #expect(report.damages == 0 && report.renditions == 2)
        // What is on its way is nobody's leftover.
        #expect(!report.first.contains { $0.what.contains(onItsWay.media.description) })
    }

    /// Seals what a file of `renditions/` is to hold, under its name or another's.
    private func seal(_ bytes: [UInt8], as name: RenditionName, named: RenditionName? = nil) throws {
        let content = try NamelessFile()
        try FileBytes.write(bytes, to: content.descriptor, "a test")
        let file = open(files.rendition(name), O_RDWR | O_TRUNC | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        _ = try SealedFile.seal(
            content.descriptor, content.size, to: file, named: "\(named ?? name)",
            of: service.glimp.personKeys.key(of: bob))
    }

    @Test func aRenditionThatIsNotItselfIsNamedAndMadeAgain() async throws {
        let store = service.glimp.media
        let upload = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: bob)
        let other = try await store.upload(Pieces(TestPicture(601, 400).encoded(".jpg")), by: bob)
        for record in [upload.record, other.record] {
            _ = try await store.content(of: record, at: .longest320, as: .webp)
            _ = try await store.content(of: record, at: .longest320, as: .jpeg)
        }
        #expect(try await found().isEmpty)
        func name(_ rendition: Rendition, _ format: Rendition.Format = .webp) -> RenditionName {
            RenditionName(upload.record.media, rendition, format)
        }
        func bytes(_ name: RenditionName) throws -> [UInt8] {
            let file = try SealedFile(files.rendition(name), of: service.glimp.personKeys.key(of: bob))
            return try file.read(0..<file.bytes)
        }
        // Cut short; one bit; another upload's, renamed; garbage; another size; another format; half a picture.
        let cut = files.rendition(name(.square75))
        #expect(truncate(cut, off_t(FileSystem.size(of: cut) - 1)) == 0)
        let changed = files.rendition(name(.square150))
        var stored = try Data(contentsOf: URL(filePath: changed))
        stored[stored.count / 2] ^= 1
        try stored.write(to: URL(filePath: changed))
        let foreign = RenditionName(other.record.media, .longest240, .webp)
        #expect(rename(files.rendition(foreign), files.rendition(name(.longest240))) == 0)
        try seal(Array("no picture".utf8), as: name(.longest640))
        try seal(try bytes(name(.longest320)), as: name(.longest1024))
        try seal(try bytes(name(.longest320)), as: name(.longest320, .jpeg))
        let whole = try bytes(name(.longest640, .jpeg))
        try seal(Array(whole.prefix(whole.count / 2)), as: name(.longest640, .jpeg))

        let report = try await store.check()
        #expect(report.counts == [.damagedRendition: 7] && report.damagedRenditions == 7 && report.damages == 0)
        #expect(Set(report.first.map(\.media)) == [upload.record.media])
        for (word, count) in [
            ("damaged, cut short", 3), ("can't be decoded", 3), ("measures 320x213 instead of 600x400", 1),
        ] {
            #expect(report.first.count { $0.what.contains(word) } == count, "\(word): \(report.first)")
        }
        #expect(try await store.rebuildRenditions().failures.isEmpty)
        #expect(try await found().isEmpty)
    }

    @Test func withoutItsOwnersKeyAnUploadIsDamaged() async throws {
        let record = try service.upload(by: bob, content: 0)
        service.glimp.close()
        let scratch = try ScratchMedia()
        let people = "\(service.path)/keys/people"
        try FileManager.default.removeItem(atPath: people)
        try FileManager.default.copyItem(atPath: scratch.path + "/keys/people", toPath: people)
        try service.reopen()
        let report = try await service.glimp.media.check()
        #expect(report.counts == [.damaged: 1] && report.first[0].media == record.media)
        #expect(report.first[0].what.contains("restore keys/"))
    }

    @Test func itNamesNoMoreThanAHundred() async throws {
        for content in 0..<105 { files.remove(try service.upload(by: bob, content: content).media) }
        let report = try await service.glimp.media.check()
        #expect(report.counts == [.missing: 105] && report.first.count == 100)
    }

    @Test func itChangesNothing() async throws {
        let record = try service.upload(by: bob, content: 0)
        files.remove(try service.upload(by: bob, content: 1).media)
        try Data("x".utf8).write(to: URL(filePath: files.incoming(MediaID(rawValue: UUID()))))
        service.clock.pass(seconds: 100 * hour)
        service.glimp.close()
        func state() throws -> [String: [String]] {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: files.directory)
            return try Dictionary(
                uniqueKeysWithValues: paths.filter { !$0.hasSuffix("lock.mdb") }.map { path in
                    let attributes = try FileManager.default.attributesOfItem(atPath: "\(files.directory)/\(path)")
                    return (
                        path,
                        [FileAttributeKey.systemFileNumber, .size, .modificationDate].map { "\(attributes[$0] ?? "")" }
                    )
                })
        }
        let before = try state()
        let reading = try GlimpDirectory(service.path, creates: false, access: .reading, clock: service.clock.watch)
        #expect(try await reading.media.check().counts == [.missing: 1, .leftover: 1])
        #expect(try await reading.media.statistics().all.unused == 2)
        #expect(try await MediaSweep(reading).preview().uploads == 2)
        reading.close()
        #expect(try state() == before)
        try service.reopen()
        #expect(try service.glimp.media.record(of: record.media) == record)
    }

    @Test func statisticsCountWhatIsThere() async throws {
        let store = service.glimp.media
        let picture = try await store.upload(Pieces(TestPicture(600, 400).encoded(".jpg")), by: bob).record
        let (used, claimed, unused) = (
            try service.upload(by: bob, content: 0), try service.upload(by: bob, content: 1),
            try service.upload(by: bob, content: 2)
        )
        #expect(try await service.show(used).isAccepted)
        service.clock.pass(seconds: hour)
        _ = try await service.sweep()
        #expect(try await service.show(claimed).isAccepted)
        var renditions: [Rendition.Format: Int] = [:]
        for (format, rendition) in Rendition.Format.allCases.flatMap({ format in
            Rendition.allCases.map { (format, $0) }
        }) {
            let bytes = try await store.content(of: picture, at: rendition, as: format).bytes
            renditions[format, default: 0] += SealedLayout.stored(bytes)
        }
        let statistics = try await store.statistics()
        #expect(Set(statistics.formats.keys) == ["image/jpeg", "image/png", "image/webp"])
        let png = try #require(statistics.formats["image/png"])
        #expect((png.uploads, png.used, png.claimed, png.unused) == (3, 1, 1, 1))
        #expect(png.bytes == UInt64(used.storedBytes + claimed.storedBytes + unused.storedBytes))
        let jpeg = try #require(statistics.formats["image/jpeg"])
        #expect((jpeg.uploads, jpeg.bytes, jpeg.renditions) == (1, UInt64(picture.storedBytes), 6))
        #expect(jpeg.renditionBytes == UInt64(renditions[.jpeg] ?? 0))
        #expect(statistics.all.uploads == 4 && statistics.all.renditions == 12)
        #expect(statistics.all.renditionBytes == UInt64(renditions.values.reduce(0, +)))
    }
}
