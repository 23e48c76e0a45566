import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct FriendshipTests {
    private func remove(_ history: Given, at now: Timestamp = at(0)) throws -> Ruling {
        try history.when(RemoveFriend.self, by: ada, at: now) { $0.friend = "ben" }
    }

    private func block(_ events: DomainEvent..., at now: Timestamp = at(0)) throws -> Ruling {
        try Given(events: [registered(ada), registered(ben)] + events, elsewhere: [])
            .when(BlockUser.self, by: ada, at: now) { $0.user = "ben" }
    }

    @Test func aFriendIsRemoved() throws {
        #expect(try remove(given(registered(ada), friends(ben, ada))) == .accepted([removed(ada, ben)]))
    }

    @Test func onlyAFriendIsRemoved() throws {
        let ruling = try remove(given(registered(ada)))
        #expect(ruling.code == "not_friends")
        // No id: of somebody who has blocked the caller it would tell that the name is theirs.
        #expect(ruling.subjects == ["friend"])
        #expect(try remove(given(registered(ada), friends(ada, ben), removed(ben, ada))).code == "not_friends")
        let nobody = try given(registered(ada)).when(RemoveFriend.self, by: ada) { $0.friend = "zoe" }
        #expect(nobody.code == "not_friends")
        #expect(nobody.subjects == ["friend"])
    }

    @Test func whatIsOpenBetweenTheTwoIsCancelledWithIt() throws {
        let history = try given(
            registered(ada), friends(ada, ben), requested(ben, ada), requested(ada, ben, otherGlimp)
        )
        #expect(
            try remove(history)
                == .accepted([
                    removed(ada, ben), glimpCancelled(ada, ben, otherGlimp), glimpCancelled(ben, ada),
                ])
        )
        // What is over already is not cancelled, whether its expiry was written or not.
        #expect(try remove(history, at: at(3600)) == .accepted([removed(ada, ben)]))
    }

    @Test(arguments: 0..<4)
    func whatIsClosedStaysAsItWas(closing: Int) throws {
        let closings = try [answered(ada, ben), glimpDeclined(ada, ben), glimpCancelled(ada, ben), expired(ada, ben)]
        let history = try given(registered(ada), friends(ada, ben), requested(ada, ben), closings[closing])
        #expect(try remove(history) == .accepted([removed(ada, ben)]))
    }

    @Test func aLateExpiryClosesItsOwnRequestOnly() throws {
        let history = try given(
            registered(ada), friends(ada, ben), requested(ada, ben, until: at(-10)), requested(ada, ben, otherGlimp),
            expired(ada, ben, at: at(-10))
        )
        #expect(try remove(history) == .accepted([removed(ada, ben), glimpCancelled(ada, ben, otherGlimp)]))
    }

    @Test func blockingEndsEverythingBetweenTheTwo() throws {
        #expect(try block() == .accepted([blocked(ada, ben)]))
        #expect(try block(invited(ada, ben)) == .accepted([blocked(ada, ben), invitationCancelled(ada, ben)]))
        #expect(try block(invited(ben, ada)) == .accepted([blocked(ada, ben), declined(ben, by: ada)]))
        #expect(
            try block(friends(ben, ada), requested(ben, ada))
                == .accepted([blocked(ada, ben), removed(ada, ben), glimpCancelled(ben, ada)])
        )
        #expect(
            try block(friends(ben, ada), requested(ben, ada), at: at(3600))
                == .accepted([blocked(ada, ben), removed(ada, ben)])
        )
    }

    @Test func blockingAgainChangesNothing() throws {
        #expect(try block(blocked(ada, ben)) == .nothingHappened)
        #expect(try block(blocked(ben, ada)) == .accepted([blocked(ada, ben)]))
        #expect(try block(blocked(ada, ben), unblocked(ada, ben)) == .accepted([blocked(ada, ben)]))
    }

    @Test func nobodyAndOneselfAreNotBlocked() throws {
        let history = try given(registered(ada))
        #expect(try history.when(BlockUser.self, by: ada) { $0.user = "ada" }.code == "self")
        #expect(try history.when(BlockUser.self, by: ada) { $0.user = "zoe" }.code == "user_not_found")
        #expect(try history.when(BlockUser.self, by: ada) { $0.user = "ben" }.code == "user_not_found")
        #expect(try history.when(BlockUser.self, by: ada).code == "invalid_user")
    }

    @Test func unblocking() throws {
        func unblock(_ events: DomainEvent...) throws -> Ruling {
            try Given(events: [registered(ada), registered(ben)] + events, elsewhere: [friends(ada, ben)])
                .when(UnblockUser.self, by: ada) { $0.user = "ben" }
        }
        #expect(try unblock(blocked(ada, ben)) == .accepted([unblocked(ada, ben)]))
        #expect(try unblock() == .nothingHappened)
        // The block stays in the end, whatever it is toggled for.
        func toggled(_ times: Int) -> [DomainEvent] {
            (0..<times).flatMap { _ in [blocked(ada, ben), unblocked(ada, ben)] } + [blocked(ada, ben)]
        }
        func again(_ times: Int) throws -> Ruling {
            try Given(events: [registered(ada), registered(ben)] + toggled(times), elsewhere: [])
                .when(UnblockUser.self, by: ada) { $0.user = "ben" }
        }
        #expect(try again(19) == .accepted([unblocked(ada, ben)]))
        #expect(try again(20).code == "unblocked_too_often")
        #expect(try unblock(blocked(ben, ada)) == .nothingHappened)
        #expect(try given(registered(ada)).when(UnblockUser.self, by: ada) { $0.user = "zoe" }.code == "user_not_found")
    }

    @Test func whoIsNotThereDoesNothing() throws {
        #expect(try given().when(RemoveFriend.self, by: ada) { $0.friend = "ben" }.code == "user_not_found")
        #expect(try given(registered(ben)).when(BlockUser.self, by: ada) { $0.user = "ben" }.code == "user_not_found")
    }
}
