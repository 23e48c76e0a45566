import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct InvitationTests {
    private func invite(_ history: Given, _ friend: String = ben.description) throws -> Ruling {
        try history.when(InviteFriend.self, by: ada) { $0.friend = friend }
    }

    /// The two exist, and then this.
    private func history(_ events: DomainEvent...) throws -> Given {
        Given(events: try [registered(ada), registered(ben)] + events, elsewhere: [])
    }

    @Test func somebodyIsInvitedByIDOrByName() throws {
        #expect(try invite(history()) == .accepted([invited(ada, ben)]))
        #expect(try invite(history(), "ben") == .accepted([invited(ada, ben)]))
    }

    @Test func whoDoesNotExistIsNotFound() throws {
        #expect(try invite(given(registered(ada))).code == "user_not_found")
        #expect(try invite(given(registered(ada)), "zoe").code == "user_not_found")
        #expect(try invite(given(registered(ada)), "").code == "invalid_friend")
        #expect(try invite(given(registered(ben))).code == "user_not_found")
    }

    @Test func whoBlockedMeIsNotFound() throws {
        #expect(try invite(history(blocked(ben, ada))).code == "user_not_found")
        #expect(try invite(history(blocked(ben, ada), unblocked(ben, ada))).code == nil)
        #expect(try invite(history(blocked(ben, ada), blocked(ada, ben))).code == "user_not_found")
    }

    @Test func oneselfIsNotInvited() throws {
        #expect(try invite(given(registered(ada)), "ada").code == "self")
    }

    @Test func whomIBlockedIsNotInvited() throws {
        #expect(try invite(history(blocked(ada, ben))).code == "blocked")
        #expect(try invite(history(blocked(ada, ben), unblocked(ada, ben))).code == nil)
    }

    @Test func friendsAreNotInvited() throws {
        #expect(try invite(history(invited(ben, ada), friends(ben, ada))).code == "already_friends")
        #expect(try invite(history(friends(ben, ada), removed(ben, ada))) == .accepted([invited(ada, ben)]))
    }

    @Test func anInvitationIsOpenOnce() throws {
        #expect(try invite(history(invited(ada, ben))).code == "already_invited")
        #expect(try invite(history(invited(ada, ben), invitationCancelled(ada, ben))).code == nil)
        #expect(try invite(history(invited(ada, ben), declined(ada, by: ben))).code == nil)
    }

    @Test func invitationsBothWaysMakeFriendsAtOnce() throws {
        #expect(try invite(history(invited(ben, ada))) == .accepted([friends(ben, ada)]))
    }

    @Test func nothingOfADeclinedInvitationIsLeft() throws {
        #expect(try invite(history(invited(ben, ada), declined(ben, by: ada))) == .accepted([invited(ada, ben)]))
    }

    @Test func othersDoNotMatter() throws {
        let elsewhere = [invited(ben, cleo), blocked(ada, cleo), requested(ada, ben)]
        let history = Given(events: try [registered(ada), registered(ben)], elsewhere: elsewhere)
        #expect(try invite(history).code == nil)
    }

    @Test func anInvitationIsAccepted() throws {
        func accept(_ events: DomainEvent...) throws -> Ruling {
            try Given(events: [registered(ada)] + events, elsewhere: [registered(ben)])
                .when(AcceptFriend.self, by: ada) { $0.inviter = "ben" }
        }
        #expect(try accept(invited(ben, ada)) == .accepted([friends(ben, ada)]))
        #expect(try accept().code == "no_invitation")
        #expect(try accept(invited(ada, ben)).code == "no_invitation")
        #expect(try accept(invited(ben, ada), friends(ben, ada)).code == "no_invitation")
        #expect(try accept(invited(ben, ada), declined(ben, by: ada)).code == "no_invitation")
        #expect(try accept(invited(ben, ada), invitationCancelled(ben, ada)).code == "no_invitation")
    }

    @Test func anInvitationIsDeclined() throws {
        func decline(_ events: DomainEvent...) throws -> Ruling {
            try Given(events: [registered(ada)] + events, elsewhere: [])
                .when(DeclineFriend.self, by: ada) { $0.inviter = "ben" }
        }
        #expect(try decline(invited(ben, ada)) == .accepted([declined(ben, by: ada)]))
        #expect(try decline().code == "no_invitation")
        #expect(try decline(invited(ada, ben)).code == "no_invitation")
    }

    @Test func anInvitationIsCancelled() throws {
        func cancel(_ events: DomainEvent...) throws -> Ruling {
            try Given(events: [registered(ada)] + events, elsewhere: [])
                .when(CancelInvitation.self, by: ada) { $0.invited = "ben" }
        }
        #expect(try cancel(invited(ada, ben)) == .accepted([invitationCancelled(ada, ben)]))
        #expect(try cancel().code == "no_invitation")
        #expect(try cancel(invited(ben, ada)).code == "no_invitation")
    }

    @Test func whomNobodyKnowsHasNoInvitation() throws {
        let history = try given(registered(ada))
        #expect(try history.when(AcceptFriend.self, by: ada) { $0.inviter = "zoe" }.code == "no_invitation")
        #expect(try history.when(DeclineFriend.self, by: ada) { $0.inviter = "zoe" }.code == "no_invitation")
        #expect(try history.when(CancelInvitation.self, by: ada) { $0.invited = "zoe" }.code == "no_invitation")
    }
}
