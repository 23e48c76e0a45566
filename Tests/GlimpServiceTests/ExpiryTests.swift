import EventLog
import GlimpDomain
import GlimpReadModels
import Synchronization
import Testing

@testable import GlimpService

/// Exactly one GlimpExpired a request, at its time, whoever runs and whenever.
@Suite struct ExpiryTests {
    @Test func aRequestExpiresOnceHoweverManyLookAtOnce() async throws {
        let service = try await Service()
        _ = try await service.ask()
        try await service.glimp.catchUpReadModels()
        let glimp = service.glimp
        #expect(try await ExpiryProcess(glimp).expireDue() == 0)
        service.clock.pass(seconds: 60)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await ExpiryProcess(glimp).expireDue() } }
            for try await looked in group { #expect(looked <= 1) }
        }
        try await glimp.settle()
        #expect(try service.expired.count == 1)
    }

    @Test func aRequestExpiresAtItsTimeAndNotBefore() async throws {
        let service = try await Service()
        _ = try await service.ask()
        service.clock.pass(microseconds: 59_999_999)
        try await service.glimp.settle()
        #expect(try service.expired.isEmpty)
        service.clock.pass(microseconds: 1)
        try await service.glimp.settle()
        #expect(try service.expired.map(\.time) == [service.clock.now])
    }

    @Test func whatBecameDueWhileNothingRanExpiresAfterARestart() async throws {
        let service = try await Service()
        for _ in 0..<3 {
            _ = try await service.ask()
            service.clock.pass(seconds: 100)
            try service.reopen()
            try await service.glimp.settle()
            try service.reopen()
            try await service.glimp.settle()
        }
        #expect(try service.expired.count == 3)
    }

    @Test func anAnswerCountsUntilTheLastMomentAndTheRequestNeverExpires() async throws {
        let service = try await Service()
        let inTime = try await service.ask()
        service.clock.pass(microseconds: 59_999_999)
        #expect(try await service.answer(inTime).isAccepted)
        let late = try await service.ask()
        service.clock.pass(seconds: 60)
        #expect(try await service.answer(late).refusalCode == "request_expired")
        try await service.glimp.settle()
        #expect(try await service.answer(late).refusalCode == "request_expired")
        #expect(try service.glimp.events("GlimpAnswered").count == 1)
        #expect(try service.expired.count == 1)
    }

    @Test func whoAsksAgainAfterTheTimeMayAlsoWithoutAnyExpiry() async throws {
        let service = try await Service()
        _ = try await service.ask()
        service.clock.pass(seconds: 60)
        _ = try await service.ask()
        #expect(try service.glimp.events("GlimpRequested").count == 2)
        try await service.glimp.settle()
        #expect(try service.expired.count == 1)
        service.clock.pass(seconds: 60)
        try await service.glimp.settle()
        #expect(try service.expired.count == 2)
    }

    @Test func aRunningProcessExpiresWhatBecomesDue() async throws {
        let service = try await Service()
        _ = try await service.ask()
        try await service.glimp.catchUpReadModels()
        service.clock.pass(microseconds: 59_900_000)
        let (glimp, clock) = (service.glimp, service.clock)
        try await glimp.whileRunning(trouble: { Issue.record("\($0)") }) {
            clock.pass(seconds: 1)
            try await poll { try glimp.events("GlimpExpired").count == 1 }
        }
        #expect(try service.expired.count == 1)
    }

    @Test func nothingExpiresWhileTheClockIsWrong() async throws {
        let service = try await Service()
        _ = try await service.ask(seconds: 600)
        try await service.glimp.catchUpReadModels()
        service.clock.set(by: 3_600_000_000)
        await #expect(throws: ClockJump(microseconds: 3_600_000_000)) {
            try await ExpiryProcess(service.glimp).expireDue()
        }
        let alarms = Mutex<[String]>([])
        let glimp = service.glimp
        try await glimp.whileRunning(trouble: { error in alarms.withLock { $0.append("\(error)") } }) {
            try await poll { alarms.withLock { !$0.isEmpty } }
        }
        #expect(alarms.withLock { $0.allSatisfy { $0.contains("the clock was set 3600 s forward") } })
        #expect(try service.expired.isEmpty)
        service.clock.set(by: -3_600_000_000)
        service.clock.pass(seconds: 600)
        try await glimp.settle()
        #expect(try service.expired.count == 1)
    }

    @Test func aSlewedClockIsNoJump() async throws {
        let service = try await Service()
        _ = try await service.ask()
        service.clock.set(by: 1_000_000)
        service.clock.pass(seconds: 60)
        try await service.glimp.settle()
        #expect(try service.expired.count == 1)
    }

    /// Its command id is made from the request, so the answer "not due" would stand for ever.
    @Test func whatWasAskedTooEarlyExpiresAllTheSame() async throws {
        let service = try await Service()
        _ = try await service.ask()
        try await service.glimp.catchUpReadModels()
        let waiting = try #require(try service.glimp.readModels.waitingRequests(limit: 1).value.first)
        let command = ExpireGlimpRequest(request: waiting.request, expiresAt: waiting.expiresAt)
        #expect(try await service.glimp.log.execute(try command.handler(service.glimp.keys)).refusalCode != nil)
        service.clock.pass(seconds: 60)
        try await service.glimp.settle()
        #expect(try service.expired.count == 1)
    }
}
