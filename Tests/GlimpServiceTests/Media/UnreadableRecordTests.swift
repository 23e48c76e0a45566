import EventLog
import Foundation
import GlimpDomain
import LMDB
import Testing

@testable import GlimpService

/// One record that can't be read keeps nobody from the others.
@Suite struct UnreadableRecordTests {
    let service: Service
    let bob: UserID
    /// A record, and what is noted of another upload.
    let damaged: [MediaID]
    let whole: [MediaRecord]

    init() async throws {
        service = try await Service()
        bob = try #require(try service.glimp.people.find("bob"))
        let records = try (0..<6).map { [service, bob] in try service.upload(by: bob, content: $0) }
        damaged = [records[1].media, records[4].media]
        whole = records.filter { [damaged] in !damaged.contains($0.media) }
        let index = try service.glimp.media.openIndex()
        try index.environment.write { [damaged] transaction throws in
            try transaction.put([5, 0, 0], for: damaged[0].rawValue.bytes, in: index.records)
            try transaction.put([9], for: damaged[1].rawValue.bytes, in: index.unsettled)
        }
    }

    private func expectNamed(_ unreadable: UnreadableRecords) {
        #expect(unreadable.count == 2 && Set(unreadable.first.map(\.media)) == Set(damaged))
        #expect(unreadable.first.allSatisfy { $0.kind == .damaged && $0.what.contains("restore media/") })
    }

    @Test func aSweepGoesOnAndNamesThem() async throws {
        service.clock.pass(seconds: 24 * hour)
        let foreseen = try await MediaSweep(service.glimp).preview()
        #expect(foreseen.uploads == 4)
        expectNamed(foreseen.unreadable)
        let swept = try await service.sweep()
        #expect(swept.uploads == 4)
        expectNamed(swept.unreadable)
        for record in whole { #expect(try !service.isThere(record)) }
        // They stay, and are named each time.
        for media in damaged { #expect(FileSystem.exists(service.glimp.media.files.file(media))) }
        expectNamed(try await service.sweep().unreadable)
    }

    @Test func statisticsAndACheckNameThem() async throws {
        let statistics = try await service.glimp.media.statistics()
        #expect(statistics.all.uploads == 4 && statistics.all.unused == 4)
        expectNamed(statistics.unreadable)
        let report = try await service.glimp.media.check()
        #expect(report.counts == [.damaged: 2] && report.uploads == 6)
        #expect(Set(report.first.map(\.media)) == Set(damaged))
    }

    @Test func aServerSaysSoOnceAndSweepsTheOthers() async throws {
        let (alarms, alarm) = AsyncStream.makeStream(of: (any Error).self)
        let sweeper = MediaSweeper(service.glimp, every: .milliseconds(2)) { alarm.yield($0) }
        service.clock.pass(seconds: 24 * hour)
        let running = Task { try await sweeper.run() }
        try await poll { try whole.allSatisfy { try service.glimp.media.record(of: $0.media) == nil } }
        let later = try service.upload(by: bob, content: 9)
        service.clock.pass(seconds: 24 * hour)
        try await poll { try service.glimp.media.record(of: later.media) == nil }
        running.cancel()
        try await running.value
        alarm.finish()
        var told: [any Error] = []
        for await error in alarms { told.append(error) }
        #expect(told.count == 1 && (told.first as? EventLogError)?.code == .corrupted)
        #expect("\(told)".contains("2 records"))
    }
}
