import Credentials
import EventLog
import Foundation
import GRPCCore
import GlimpDomain
import GlimpGateway
import GlimpReadModels
import GlimpSchemas
import GlimpService
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct NotificationStreamTests {
    @Test func nothingIsMissedOrRepeatedWhereverItGoesOn() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        try await withGateway { gateway in
            var random = SeededGenerator(seed)
            let people = try await gateway.crowd()
            let ada = people[0]
            for _ in 0..<60 { try await gateway.doSomething(people, &random) }
            try await gateway.glimp.catchUpReadModels()
            let head = try gateway.glimp.log.head().rawValue
            let all = try await gateway.follow(after: 0, ada) { $0.last?.position == (try gateway.lastChange(of: ada)) }
            #expect(all.map(\.position) == Set(all.map(\.position)).sorted(), "seed \(seed)")
            #expect(all.allSatisfy { !$0.collections.isEmpty }, "seed \(seed)")
            let told = all.flatMap { $0.notifications.map(\.position) }
            let page = try await gateway.queries.notifications(.with { $0.limit = 500 }, metadata: ada.metadata)
            #expect(told.sorted() == page.notifications.items.map(\.position).sorted(), "seed \(seed)")
            for _ in 0..<20 {
                let cut = UInt64.random(in: 0..<head, using: &random)
                let rest = all.map(\.position).filter { $0 > cut }
                let after = try await gateway.follow(after: cut, ada) { [count = rest.count] in $0.count == count }
                #expect(after.map(\.position) == rest, "seed \(seed), after \(cut)")
                let expected = told.filter { $0 > cut }.sorted()
                #expect(
                    after.flatMap { $0.notifications.map(\.position) }.sorted() == expected,
                    "seed \(seed), after \(cut)")
            }
        }
    }

    @Test func whatHappensIsToldAsItHappens() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            let bob = try await gateway.register("bob")
            try await gateway.glimp.catchUpReadModels()
            let request = UUID().uuidString.lowercased()
            let ask = Glimp_V1_RequestGlimp.with { ($0.friends, $0.requests) = (["ada"], [request]) }
            // Each when the one before was told.
            let told = try await gateway.follow(ada) { told in
                switch told.count {
                case 0: try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "ada" }, bob)
                case 1: try await gateway.send(Glimp_V1_AcceptFriend.with { $0.inviter = "bob" }, ada)
                case 2: try await gateway.send(ask, bob)
                default: return true
                }
                try await gateway.glimp.catchUpReadModels()
                return false
            }
            #expect(told.map(\.position) == [3, 4, 5])
            #expect(told.flatMap { $0.notifications.map(\.kind) } == [.friendInvited, .glimpRequested])
            #expect(told[1].collections.contains(.friends) && told[2].collections.contains(.incomingRequests))
            let asked = try #require(told[2].notifications.first)
            #expect(asked.request == request && asked.who == bob.user.description && asked.position == 5)
            #expect(asked.hasExpiresAt && asked.ending == .unspecified)
        }
    }

    @Test func aPositionFromTheFutureIsAnError() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            let bob = try await gateway.register("bob")
            try await gateway.glimp.catchUpReadModels()
            for position: UInt64 in [3, .max] {
                try await expectError(.invalidArgument, "invalid_position") {
                    try await gateway.follow(after: position, ada) { _ in true }
                }
            }
            // The log has come to it, and the lists have not: what a command was just answered with.
            let sent = try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "ada" }, bob)
            let told = try await gateway.follow(after: sent.position, ada) {
                try await gateway.send(Glimp_V1_CancelInvitation.with { $0.invited = "ada" }, bob)
                try await gateway.glimp.catchUpReadModels()
            } until: {
                !$0.isEmpty
            }
            #expect(told.map(\.position) == [sent.position + 1])
        }
    }

    @Test func itEndsWithTheSession() async throws {
        try await withGateway({ $0.heartbeat = .seconds(3_600) }) { gateway in
            let ada = try await gateway.register("ada")
            let bob = try await gateway.register("bob")
            try await gateway.glimp.catchUpReadModels()
            try await expectError(.unauthenticated, "session_revoked") {
                let told = try await gateway.follow(ada) {
                    try await gateway.credentials.revoke(ada.session, of: ada.user.rawValue)
                    try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "ada" }, bob)
                    try await gateway.glimp.catchUpReadModels()
                } until: {
                    !$0.isEmpty
                }
                Issue.record("told \(told)")
            }
        }
    }

    @Test func anIdleOneEndsWithTheSessionToo() async throws {
        try await withGateway({ $0.heartbeat = .milliseconds(10) }) { gateway in
            let ada = try await gateway.register("ada")
            try await gateway.glimp.catchUpReadModels()
            try await expectError(.unauthenticated, "session_expired") {
                try await gateway.follow(ada) {
                    gateway.clock.advance(seconds: 3_601)
                } until: { _ in
                    false
                }
            }
        }
    }

    @Test func aHeartbeatComesWhateverOthersDo() async throws {
        try await withGateway({ $0.heartbeat = .milliseconds(200) }) { gateway in
            let people = try await gateway.crowd()
            let cid = try await gateway.register("nobodys-friend")
            try await gateway.glimp.catchUpReadModels()
            let start = try gateway.glimp.log.head().rawValue
            let (told, tell) = AsyncStream.makeStream(of: [Glimp_V1_SubscribeResponse].self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { tell.yield(try await gateway.follow(cid) { ($0.last?.position ?? 0) > start }) }
                // Never idle for as long as a heartbeat takes.
                group.addTask {
                    var random = SeededGenerator(1)
                    while !Task.isCancelled {
                        try await gateway.doSomething(people, &random)
                        try await gateway.glimp.catchUpReadModels()
                    }
                }
                let first = await told.first { _ in true }
                #expect(first?.last?.collections == [] && first?.last?.notifications == [])
                group.cancelAll()
                do { try await group.waitForAll() } catch is CancellationError {} catch is RPCError {}
            }
        }
    }

    @Test func itEndsWithTheServer() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            try await gateway.glimp.catchUpReadModels()
            try await expectError(.unavailable, "shutting_down") {
                try await gateway.follow(ada) {
                    await gateway.shutDown()
                } until: { _ in
                    false
                }
            }
        }
    }
}

extension TestGateway {
    /// Four people.
    fileprivate func crowd() async throws -> [SignedIn] {
        var people: [SignedIn] = []
        for name in ["ada", "bob", "cid", "dan"] { people.append(try await register(name)) }
        return people
    }

    /// Something that one of them does to another, refused or not.
    fileprivate func doSomething(_ people: [SignedIn], _ random: inout SeededGenerator) async throws {
        let pair = people.shuffled(using: &random).prefix(2)
        let (one, other) = (pair[0], pair[1].name)
        let something: any Message =
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1: Glimp_V1_InviteFriend.with { $0.friend = other }
            case 2, 3: Glimp_V1_AcceptFriend.with { $0.inviter = other }
            case 4: Glimp_V1_CancelInvitation.with { $0.invited = other }
            case 5: Glimp_V1_DeclineFriend.with { $0.inviter = other }
            default: Glimp_V1_RequestGlimp.with { $0.friends = [other] }
            }
        do { try await send(something, one) } catch let error as RPCError where error.code != .unavailable {}
    }

    /// Where a person's collections have last changed.
    fileprivate func lastChange(of person: SignedIn) throws -> UInt64? {
        try glimp.readModels.changes(for: person.user, since: .beginning, PageRequest(limit: 500)).value.items.last?
            .position.rawValue
    }
}
