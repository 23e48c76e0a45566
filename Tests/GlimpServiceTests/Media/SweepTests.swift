import Dispatch
import EventLog
import Foundation
import GlimpDomain
import MediaWork
import Synchronization
import Testing

@testable import GlimpService

/// A sweep beside commands, in every order, and one that ends in the middle.
@Suite struct SweepTests {
    let service: Service
    let bob: UserID
    var index: MediaIndex { get throws { try service.glimp.media.openIndex() } }
    var limits: MediaLimits { service.glimp.media.limits }

    init() async throws {
        service = try await Service()
        bob = try #require(try service.glimp.people.find("bob"))
    }

    @Test func whatIsClaimedWhileItIsSettledStays() async throws {
        let record = try service.upload(by: bob, content: 1)
        service.clock.pass(seconds: 24 * hour)
        let now = service.clock.now
        #expect(try index.beginSettling([record.media], at: now, limits).settling == [record])
        #expect(try service.unsettled(record.media)?.state == .settling)
        #expect(try await service.show(record).isAccepted)
        // The log was asked before: nothing uses it.
        #expect(try index.settle([record], isUsed: { _ in false }, at: now, limits).isEmpty)
        #expect(try service.isThere(record))
        service.clock.pass(seconds: 100 * hour)
        #expect(try await service.sweep().uploads == 0)
        #expect(try service.isThere(record))
    }

    @Test func whatIsUploadedAgainWhileItIsSettledStays() throws {
        let record = try service.upload(by: bob, content: 1)
        service.clock.pass(seconds: 24 * hour)
        let now = service.clock.now
        _ = try index.beginSettling([record.media], at: now, limits)
        #expect(try service.upload(by: bob, content: 1) == record)
        #expect(try index.settle([record], isUsed: { _ in false }, at: now, limits).isEmpty)
        #expect(try service.isThere(record))
    }

    @Test func aCommandWhoseClaimWasAskedAboutIsNotDecided() async throws {
        let record = try service.upload(by: bob, content: 1)
        let command = try CommandCatalogue.receive(
            "ChangeProfilePicture", json: Array(#"{"photo":{"media":"\#(record.media)"}}"#.utf8))
        // Something holds the log up for longer than a claim holds.
        let (held, hold) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        let holder = Task { [log = service.glimp.log] in
            try await log.perform { _ in
                hold.yield()
                release.wait()
                return Outcome(result: .nothingToAppend, position: .beginning)
            }
        }
        for await _ in held { break }
        let id = CommandID(rawValue: UUID())
        let submission = try service.glimp.commands.submit(command, by: .actor(.user(bob)), id: id)
        service.clock.pass(seconds: hour)
        #expect(try index.beginSettling([record.media], at: service.clock.now, limits).settling == [record])
        release.signal()
        _ = try await holder.value
        let error = await #expect(throws: EventLogError.self) { try await submission.outcome() }
        #expect(error?.code == .conflict)
        #expect(try service.glimp.events("ProfilePictureChanged").isEmpty)
        // Nothing is kept of it: the same again claims anew.
        let again = try await service.show(record, id: id)
        #expect(again.isAccepted && !again.isDuplicate)
    }

    @Test func theSweepWaitsForWhomItCouldHaveMissed() async throws {
        let record = try service.upload(by: bob, content: 1)
        let command = try CommandCatalogue.receive(
            "ChangeProfilePicture", json: Array(#"{"photo":{"media":"\#(record.media)"}}"#.utf8))
        // The command has looked at its claim and is about to be appended, for a day.
        let (held, hold) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        let submission = try service.glimp.commands.submit(command, by: .actor(.user(bob)), id: nil) { _ in
            hold.yield()
            release.wait()
        }
        for await _ in held { break }
        service.clock.pass(seconds: 24 * hour)
        let glimp = service.glimp
        async let swept = MediaSweep(glimp).sweep()
        try await poll { try service.unsettled(record.media)?.state == .settling }
        release.signal()
        #expect(try await submission.outcome().isAccepted)
        #expect(try await swept.uploads == 0)
        #expect(try service.isThere(record))
    }

    @Test func whatASweepThatDiedBeganIsFinished() async throws {
        let (unused, used) = (try service.upload(by: bob, content: 1), try service.upload(by: bob, content: 2))
        #expect(try await service.show(used).isAccepted)
        service.clock.pass(seconds: 24 * hour)
        _ = try index.beginSettling([unused.media, used.media], at: service.clock.now, limits)
        try service.reopen()
        #expect(try await service.sweep().uploads == 1)
        #expect(try !service.isThere(unused))
        #expect(try service.isThere(used) && service.unsettled(used.media) == nil)
    }

    @Test func filesOfASweepThatDiedGoWithTheNext() async throws {
        let record = try service.upload(by: bob, content: 1)
        service.clock.pass(seconds: 24 * hour)
        let settling = try index.beginSettling([record.media], at: service.clock.now, limits).settling
        #expect(try index.settle(settling, isUsed: { _ in false }, at: service.clock.now, limits) == [record])
        #expect(try service.mediaFiles.count == 1)
        try service.reopen()
        // It is gone all the same, and the same can come again meanwhile.
        #expect(try await service.show(record).refusalCode == "photo_not_found")
        let again = try service.upload(by: bob, content: 1)
        _ = try await service.sweep()
        #expect(try service.mediaFiles.count == 1)
        #expect(try service.isThere(again) && service.unsettled(record.media) == nil)
    }

    @Test func aSweepTakesAnyNumberInPieces() async throws {
        for content in 0..<600 { _ = try service.upload(by: bob, content: content) }
        service.clock.pass(seconds: 24 * hour)
        var pieces: [Int] = []
        let swept = try await MediaSweep(service.glimp).sweep { pieces.append($0.uploads) }
        #expect(swept.uploads == 600)
        #expect(Array(pieces.prefix(3)) == [256, 512, 600])
        #expect(try service.mediaFiles.isEmpty)
    }

    @Test func oneSweepsAtATime() async throws {
        let record = try service.upload(by: bob, content: 1)
        service.clock.pass(seconds: 24 * hour)
        var other = try AdvisoryLock(service.glimp.media.files.sweepLock, exclusive: true)
        #expect(other != nil)
        let glimp = service.glimp
        async let swept = MediaSweep(glimp).sweep()
        // It has looked, and waits.
        try await Task.sleep(for: .milliseconds(60))
        #expect(try service.isThere(record))
        other = nil
        #expect(try await swept.uploads == 1)
    }

    @Test func leftoversAndStrayRenditionsGoAndOnlyThose() async throws {
        let files = service.glimp.media.files
        let record = try service.upload(by: bob, content: 1)
        let onItsWay = try KeptFile(in: files)
        try FileSystem.makeDirectory(files.making)
        try FileSystem.makeDirectory(files.renditions)
        let gone = MediaID(rawValue: UUID())
        for media in [gone, record.media] {
            let rendition = files.rendition(RenditionName(media, .longest320, .webp))
            try FileSystem.makeDirectory(FileSystem.parent(of: rendition))
            for path in [rendition, files.making(RenditionName(media, .square75, .jpeg))] {
                try Data("x".utf8).write(to: URL(filePath: path))
            }
        }
        try Data("x".utf8).write(to: URL(filePath: files.incoming(gone)))
        // A file without a record: perhaps the index is older than it.
        try Data("x".utf8).write(to: URL(filePath: files.file(gone)))
        let foreseen = try await MediaSweep(service.glimp).preview()
        #expect(foreseen.renditions == 1 && foreseen.leftovers == 3)
        unlink(files.incoming(gone))
        let swept = try await service.sweep()
        #expect(swept.renditions == 1 && swept.leftovers == 2 && swept.uploads == 0)
        #expect(FileSystem.exists(files.incoming(onItsWay.media)))
        #expect(FileSystem.exists(files.file(gone)))
        #expect(FileSystem.names(in: files.making).isEmpty)
        #expect(try service.mediaFiles.keys.filter { $0.hasPrefix("renditions/") }.count == 1)
    }

    /// Answers, retries, uploads, time and the steps of two sweeps, in any order.
    @Test(arguments: 0..<4)
    func whateverTheOrderWhatAnEventNamesIsThere(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var uploads: [MediaRecord] = []
        var named: Set<MediaID> = []
        var settling: [MediaRecord] = []
        for step in 0..<150 {
            let comment: Comment = "seed \(seed) step \(step)"
            switch Int.random(in: 0..<10, using: &random) {
            case 0...1: uploads.append(try service.upload(by: bob, content: Int.random(in: 0..<40, using: &random)))
            case 2...4:
                guard let record = uploads.randomElement(using: &random) else { continue }
                let wasThere = try service.isThere(record)
                let outcome = try await service.show(record)
                #expect(outcome.isAccepted == wasThere, comment)
                if outcome.isAccepted { named.insert(record.media) }
            case 5: service.clock.pass(seconds: Int64.random(in: 0..<30, using: &random) * hour)
            case 6:
                // Half a sweep.
                let due = try index.due(from: nil, rows: 1_000, at: service.clock.now, limits).due
                settling = try index.beginSettling(due, at: service.clock.now, limits).settling
            case 7:
                let used = Set(try settling.filter { try service.glimp.isUsed($0) }.map(\.media))
                _ = try index.settle(settling, isUsed: { used.contains($0.media) }, at: service.clock.now, limits)
                for media in try index.removed(among: settling.map(\.media)) {
                    _ = try service.glimp.media.files.removeAll(of: media)
                }
                settling = []
            case 8: _ = try await service.sweep()
            default: try service.reopen()
            }
            for record in uploads where named.contains(record.media) {
                try #require(try service.isThere(record), comment)
            }
        }
        service.clock.pass(seconds: 30 * hour)
        _ = try await service.sweep()
        #expect(Set(try service.recordedMedia) == named)
        #expect(!named.isEmpty && uploads.contains { !named.contains($0.media) }, "seed \(seed)")
    }
}

extension Service {
    var recordedMedia: [MediaID] {
        get throws {
            var media: [MediaID] = []
            try glimp.media.openIndex().forEachUpload { media.append($0.media) }
            return media
        }
    }
}
