import EventLog
import GlimpDomain
import Testing

@testable import GlimpService

/// What an import of the past knows of open requests.
@Suite struct HistoricalExpiryTests {
    @Test func whatConcernsNoRequestIsLookedAtOnceToo() async throws {
        let service = try await Service()
        _ = try await service.ask()
        try await service.send("RegisterAccount", #"{"username":"cat"}"#, as: "cat")
        let events = try service.glimp.log.read(.all, from: nil, backwards: false, limit: 100)
        let last = try #require(events.last?.position)
        var picture = OpenPicture()
        try picture.take(events, through: last)
        #expect(picture.seenThrough == last)
        #expect(picture.schedule.due(by: service.clock.now + 60).count == 1)
    }

    private struct GivenUp: Error {}

    /// A transaction that comes to nothing leaves the picture ahead of the log.
    @Test func whatWasSeenInATransactionThatWasGivenUpDidNotHappen() async throws {
        let service = try await Service()
        let expiry = try await HistoricalExpiry(log: service.glimp.log, keys: service.glimp.keys)
        let (log, clock) = (service.glimp.log, service.clock)
        // A request as any is, from elsewhere.
        let elsewhere = try await Service()
        _ = try await elsewhere.ask()
        let request = try #require(try elsewhere.glimp.events("GlimpRequested").first).event
        let asked = CommandHandler<Void>(
            context: .anonymous, boundary: Query(types: ["GlimpRequested"]), initialState: (), evolve: { _, _ in },
            decide: { _, _ in .accepted([request]) })
        await #expect(throws: EventLogError.self) {
            try await log.perform { transaction in
                _ = try transaction.execute(asked, time: clock.now)
                try expiry.expire(dueBy: clock.now, in: &transaction)
                throw GivenUp()
            }
        }
        #expect(try service.glimp.events("GlimpRequested").isEmpty)
        clock.pass(seconds: 60)
        _ = try await log.perform { transaction in
            try expiry.expire(dueBy: clock.now, in: &transaction)
            return Outcome(result: .nothingToAppend, position: transaction.lastPosition)
        }
        #expect(try service.expired.isEmpty)
        _ = try await service.ask()
        clock.pass(seconds: 60)
        _ = try await log.perform { transaction in
            try expiry.expire(dueBy: clock.now, in: &transaction)
            return Outcome(result: .nothingToAppend, position: transaction.lastPosition)
        }
        #expect(try service.expired.count == 1)
    }
}
