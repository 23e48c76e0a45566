import EventLog
import Foundation
import GlimpDomain
import Synchronization
import Testing

@testable import GlimpService

/// What sweeps while a server runs.
@Suite struct MediaSweeperTests {
    let service: Service
    let bob: UserID

    init() async throws {
        service = try await Service()
        bob = try #require(try service.glimp.people.find("bob"))
    }

    @Test func itSweepsWhileAServerRuns() async throws {
        let files = service.glimp.media.files
        let (unused, used) = (try service.upload(by: bob, content: 1), try service.upload(by: bob, content: 2))
        #expect(try await service.show(used).isAccepted)
        let sweeper = MediaSweeper(service.glimp, every: .milliseconds(2)) { Issue.record($0) }
        let running = Task { try await sweeper.run() }
        service.clock.pass(seconds: 24 * hour)
        try await poll { try service.isGone(unused) }
        try await poll { try service.unsettled(used.media) == nil }
        // Also what comes later.
        let later = try service.upload(by: bob, content: 3)
        let leftover = files.incoming(MediaID(rawValue: UUID()))
        try Data("x".utf8).write(to: URL(filePath: leftover))
        service.clock.pass(seconds: 24 * hour)
        try await poll { try service.isGone(later) && !FileSystem.exists(leftover) }
        running.cancel()
        try await running.value
        #expect(try service.isThere(used))
    }

    @Test func everyFolderHasItsTurn() async throws {
        let files = service.glimp.media.files
        _ = try service.upload(by: bob, content: 1)
        try FileSystem.makeDirectory(files.renditions)
        for digits in MediaFiles.digits {
            try FileSystem.makeDirectory("\(files.renditions)/\(digits)")
            let media = UUID().uuidString.lowercased().dropLast(2) + digits
            try Data("x".utf8).write(to: URL(filePath: "\(files.renditions)/\(digits)/\(media).320.webp"))
        }
        #expect(try service.mediaFiles.count == 257)
        let sweeper = MediaSweeper(service.glimp, every: .zero) { Issue.record($0) }
        let running = Task { try await sweeper.run() }
        try await poll { try service.mediaFiles.count == 1 }
        running.cancel()
        try await running.value
    }

    @Test func aClockThatWasSetSweepsNothing() async throws {
        let record = try service.upload(by: bob, content: 1)
        service.clock.set(by: 25 * hour * 1_000_000)
        let (alarms, alarm) = AsyncStream.makeStream(of: (any Error).self)
        let sweeper = MediaSweeper(service.glimp, every: .milliseconds(2)) { alarm.yield($0) }
        let running = Task { try await sweeper.run() }
        for await error in alarms {
            #expect(error is ClockJump)
            break
        }
        #expect(try service.isThere(record))
        service.clock.set(by: -25 * hour * 1_000_000)
        service.clock.pass(seconds: 24 * hour)
        try await poll { try service.isGone(record) }
        running.cancel()
        try await running.value
    }

    @Test func withoutPhotosThereIsNothingToSweep() async throws {
        #expect(try await service.sweep() == MediaSwept())
        #expect(try await MediaSweep(service.glimp).preview() == MediaSwept())
        #expect(try await service.glimp.media.check().uploads == 0)
        #expect(try await service.glimp.media.statistics() == MediaStatistics())
        #expect(try await service.glimp.media.rebuildRenditions().all == 0)
        #expect(!FileSystem.exists(service.glimp.media.files.directory))
    }
}
