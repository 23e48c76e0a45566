import EventLog
import Foundation
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import GlimpService
import SwiftProtobuf
import Testing

@testable import GlimpGateway

@Suite struct LiveReadingTests {
    /// Whatever the pages, and wherever one goes on: one message a position, each notification once.
    @Test func nothingIsMissedOrRepeatedHoweverItIsCut() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            for number in 0..<6 {
                let other = try await gateway.register("friend\(number)")
                // Over before anybody has looked; and each befriending changes four collections at once.
                try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "ada" }, other)
                try await gateway.send(Glimp_V1_AcceptFriend.with { $0.inviter = other.name }, ada)
                try await gateway.send(Glimp_V1_RequestGlimp.with { $0.friends = ["ada"] }, other)
            }
            try await gateway.glimp.catchUpReadModels()
            let models = gateway.glimp.readModels
            let now = Timestamp.now()
            let all = try await models.notifications(of: ada.user, at: now).value.page.items.map(\.position)
            #expect(all.count == 12)
            let head = try gateway.glimp.log.head()
            for start in 0..<head.rawValue {
                let expected = all.filter { $0.rawValue > start }.sorted()
                for limit in [1, 2, 3, 5, 500] {
                    let messages = try Self.read(models, ada.user, after: Position(start), limit)
                    let positions = messages.map(\.position)
                    #expect(positions == Set(positions).sorted() && positions.allSatisfy { $0.rawValue > start })
                    let told = messages.flatMap { $0.notifications.map(\.row.position) }
                    #expect(told.sorted() == expected, "after \(start) in pages of \(limit)")
                }
            }
        }
    }

    /// Whoever comes back after a night is not asked for what nobody can answer any more, whether or not an event says
    /// so yet; that something has changed is told nevertheless.
    @Test func aRequestWhoseTimeIsOverIsNotTold() async throws {
        try await withGateway { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "ada" }, bob)
            try await gateway.send(Glimp_V1_AcceptFriend.with { $0.inviter = "bob" }, ada)
            let before = try gateway.glimp.log.head()
            try await gateway.send(Glimp_V1_RequestGlimp.with { $0.friends = ["ada"] }, bob)
            try await gateway.glimp.catchUpReadModels()
            let models = gateway.glimp.readModels
            for (hours, told) in [(0, 1), (2, 0)] as [(Int64, Int)] {
                let messages = try Self.read(models, ada.user, after: before, 500, at: .now() + hours * 3_600)
                #expect(messages.flatMap(\.notifications).count == told, "after \(hours) hours")
                #expect(messages.first?.collections.isSuperset(of: [.incomingRequests, .notifications]) == true)
            }
        }
    }

    private static func read(
        _ models: ReadModels, _ user: UserID, after start: Position, _ limit: Int, at now: Timestamp = .now()
    ) throws -> [LiveMessage] {
        var reading = LiveReading(after: start, limit: limit, now: { now })
        var messages: [LiveMessage] = []
        repeat { messages += try reading.page(of: models, for: user) } while !reading.isAtEnd
        #expect(reading.position == (try models.position()))
        return messages
    }
}
