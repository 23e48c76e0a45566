import EventLog
import Foundation
import GlimpDomain
import LMDB
import Testing

@testable import GlimpService

/// Claims and sweeps of several processes, and of one that is killed.
@Suite struct OwnershipProcessTests {
    let service: Service
    let bob: UserID

    /// In a process of its own the clock is the system's.
    init() async throws {
        service = try await Service(clock: ManualClock(.now()))
        bob = try #require(try service.glimp.people.find("bob"))
    }

    private func other() throws -> UploadingProcess { try UploadingProcess(service.path + "/media", bob) }

    @Test func whatAKilledProcessClaimedIsAskedAboutAndGoes() async throws {
        let record = try service.upload(by: bob, content: 1)
        let other = try other()
        #expect(try other.ask("claim \(record.media)") == "claimed")
        other.kill()
        #expect(try service.unsettled(record.media)?.state == .claimed)
        service.clock.pass(seconds: hour + 60)
        #expect(try await service.sweep().uploads == 0)
        #expect(try service.unsettled(record.media)?.state == .unused)
        // Whoever sends the command again can: the claim was good for a day more.
        service.clock.pass(seconds: 22 * hour)
        #expect(try await service.sweep().uploads == 0)
        service.clock.pass(seconds: hour)
        #expect(try await service.sweep().uploads == 1)
        #expect(try !service.isThere(record))
    }

    @Test func whatAKilledProcessClaimedCanBeUsedByItsRetry() async throws {
        let record = try service.upload(by: bob, content: 1)
        let other = try other()
        #expect(try other.ask("claim \(record.media)") == "claimed")
        other.kill()
        service.clock.pass(seconds: 25 * hour)
        // Before any sweep has asked.
        #expect(try await service.show(record).isAccepted)
        #expect(try await service.sweep().uploads == 0)
        #expect(try service.isThere(record))
    }

    /// One process sweeps without a pause, this one sends commands with uploads that are just about to go: some were
    /// never claimed, some by a process that died a day ago.
    @Test func commandsAndTheSweepOfAnotherProcessRace() async throws {
        // The directory is there before the other one looks for it.
        _ = try service.glimp.media.openIndex()
        let other = try other()
        #expect(try other.ask("sweep") == "sweeping")
        var kept: [MediaRecord] = []
        var outcomes: [String: Int] = [:]
        let end = ContinuousClock.now + .seconds(60)
        var content = 0
        while ["accepted", "photo_not_found"].contains(where: { outcomes[$0, default: 0] < 25 }) {
            guard ContinuousClock.now < end else { throw TookTooLong() }
            let yesterday = Timestamp.now() + (-24 * hour)
            // Of a few at once the first are there still, and the last are not, or all are.
            let records = try (0..<6).map { _ in
                content += 1
                let record = try service.upload(by: bob, content: content, created: yesterday)
                if content.isMultiple(of: 2) { try service.claimed(record.media, at: yesterday) }
                return record
            }
            for record in records {
                do {
                    let outcome = try await service.show(record)
                    outcomes[outcome.refusalCode ?? "accepted", default: 0] += 1
                    if outcome.isAccepted { kept.append(record) }
                } catch let error as EventLogError where error.code == .conflict {
                    outcomes["conflict", default: 0] += 1
                }
            }
        }
        other.kill()
        #expect(Set(outcomes.keys).isSubset(of: ["accepted", "photo_not_found", "conflict"]), "\(outcomes)")
        let events = try service.glimp.log.read(
            Query(types: ["ProfilePictureChanged"], tags: []), from: nil, backwards: false, limit: 10_000)
        #expect(events.count == kept.count)
        for record in kept { #expect(try service.isThere(record)) }
        // And what was killed in the middle is finished by the next.
        service.clock.pass(seconds: 48 * hour)
        _ = try await service.sweep()
        #expect(Set(try service.recordedMedia) == Set(kept.map(\.media)))
        for record in kept { #expect(try service.isThere(record)) }
    }

    @Test func twoProcessesSweepAtOnce() async throws {
        var records: [MediaRecord] = []
        let others = try (0..<2).map { _ in try other() }
        _ = try service.glimp.media.openIndex()
        for other in others { #expect(try other.ask("sweep") == "sweeping") }
        for content in 0..<100 {
            let record = try service.upload(by: bob, content: content, created: .now() + (-25 * hour))
            records.append(record)
        }
        try await poll { try records.allSatisfy { try service.glimp.media.record(of: $0.media) == nil } }
        try await poll { try service.mediaFiles.isEmpty }
        // Neither has ended over the other.
        for other in others { #expect(other.isRunning) }
        for other in others { other.kill() }
    }
}

extension Service {
    /// Has an upload claimed, some time ago.
    func claimed(_ media: MediaID, at time: Timestamp) throws {
        let index = try glimp.media.openIndex()
        try index.environment.write { transaction throws in
            guard try index.unsettled(media, in: transaction) != nil else { return }
            try transaction.put(
                Unsettled(.claimed, since: time).stored, for: media.rawValue.bytes, in: index.unsettled)
        }
    }
}
