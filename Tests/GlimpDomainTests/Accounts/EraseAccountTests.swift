import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct EraseAccountTests {
    private func erased(_ user: UserID, email: String? = nil) throws -> DomainEvent {
        .accountErased(AccountErased(user: user, emailHash: try email.map(emailHash)))
    }

    @Test func whoHasNothingIsErasedAlone() throws {
        #expect(try given(registered(ada)).when(EraseAccount.self, by: ada) == .accepted([erased(ada)]))
    }

    @Test func theAddressBecomesFreeAndTheNameStaysTaken() throws {
        let history = try given(
            registered(ada, email: "old@example.org"),
            .emailChanged(
                EmailChanged(
                    user: ada, email: "ada@example.org", emailHash: try emailHash("ada@example.org"),
                    previousEmailHash: try emailHash("old@example.org"))))
        #expect(
            try history.when(EraseAccount.self, by: ada) == .accepted([erased(ada, email: "ada@example.org")]))

        let after = try given(registered(ada, email: "ada@example.org"), erased(ada, email: "ada@example.org"))
        func register(_ name: String, _ email: String?) throws -> String? {
            let wire = Glimp_V1_RegisterAccount.with {
                $0.username = name
                if let email { $0.email = email }
            }
            // What lies outside of this command's boundary is no history of it.
            let command = try RegisterAccount(wire, by: nil, at: door())
            return try after.when(command).code
        }
        #expect(try register("ADA", "ada@example.org") == "username_taken")
        #expect(try register("dora", "ada@example.org") == nil)
    }

    @Test func everythingThatIsOpenEndsAsIfThePersonHadEndedIt() throws {
        let other = GlimpRequestID(rawValue: uuid(0x102))
        let ruling = try given(
            registered(ada), friends(ada, ben), requested(ada, ben), requested(ben, ada, otherGlimp),
            requested(ada, ben, other, until: at(-1)), invited(cleo, ada),
            published(ada), posted(ada), albumCreated(ada), commented(ben, by: ada), liked(ben, by: ada)
        ).when(EraseAccount.self, by: ada)
        guard case .accepted(let events) = ruling else {
            Issue.record("\(ruling)")
            return
        }
        // The one whose time is up expires.
        #expect(
            events.map(\.type.rawValue) == [
                "GlimpRequestCancelled", "GlimpDeclined", "FriendDeclined", "FriendRemoved", "SnapDeleted",
                "AlbumDeleted", "CommentDeleted", "PhotoUnliked", "PhotoUnpublished", "AccountErased",
            ])
        #expect(events[3] == removed(ada, ben))
    }

    @Test func whatHasEndedIsNotEndedAgain() throws {
        let ruling = try given(
            registered(ada), friends(ada, ben), removed(ben, ada), invited(ada, cleo), declined(ada, by: cleo),
            requested(ada, ben), glimpDeclined(ada, ben), published(ada), unpublished(ada), liked(ben, by: ada),
            unliked(ben, by: ada)
        ).when(EraseAccount.self, by: ada)
        #expect(try ruling == .accepted([erased(ada)]))
    }

    /// What is more than an append holds ends in several, and the account with the last.
    @Test func whatIsTooMuchForOneAppendEndsInSeveral() throws {
        var history = [try registered(ada)]
        for number in 0..<105 {
            history.append(invited(UserID(rawValue: uuid(0x1_0000 + UInt64(number))), ada))
        }
        var rounds = 0
        while rounds < 5 {
            rounds += 1
            guard
                case .accepted(let events) = try Given(events: history, elsewhere: []).when(
                    EraseAccount(ada, eventsAtOnce: 100))
            else { throw Missing() }
            #expect(events.count <= 100)
            history += events
            if case .accountErased = events.last { break }
        }
        #expect(rounds == 2)
        #expect(history.count == 1 + 2 * 105 + 1)
        #expect(try Given(events: history, elsewhere: []).when(EraseAccount.self, by: ada) == .nothingHappened)
    }

    @Test func onlyThePersonAndAnOperatorErase() throws {
        let ruling = try given().when(EraseAccount.self, by: ada) { $0.user = ben.description }
        #expect(ruling.code == "not_yours")
        #expect(try given(registered(ada)).when(EraseAccount.self, by: ada) { $0.user = "ada" }.code == nil)
        #expect(try given().when(EraseAccount.self, by: ada).code == "user_not_found")
        let byOperator = try EraseAccount(.with { $0.user = "ada" }, by: .operator, at: door())
        #expect(try given(registered(ada)).when(byOperator) == .accepted([erased(ada)]))
        #expect(throws: Refusal.userNotFound) {
            try EraseAccount(.with { $0.user = "nobody" }, by: .operator, at: door())
        }
    }

    @Test func nobodyFindsTheErasedAndTheyDoNothing() throws {
        let gone = try given(registered(ada), registered(ben), erased(ben))
        #expect(try gone.when(InviteFriend.self, by: ada) { $0.friend = "ben" }.code == "user_not_found")
        #expect(try gone.when(BlockUser.self, by: ada) { $0.user = "ben" }.code == "user_not_found")
        let own = try given(registered(ada), erased(ada))
        #expect(try own.when(ChangeDisplayName.self, by: ada) { $0.displayName = "A" }.code == "user_not_found")
        // Any command, also one that does not ask for accounts.
        let answer = UnlessErased(
            command: ExpireGlimpRequest(request: glimp, expiresAt: at(-1)), user: ben)
        #expect(try given(requested(ada, ben, until: at(-1)), erased(ben)).when(answer).code == "user_not_found")
        #expect(try given(requested(ada, ben, until: at(-1))).when(answer).code == nil)
    }
}
