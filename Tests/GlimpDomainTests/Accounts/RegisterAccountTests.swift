import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct RegisterAccountTests {
    private func register(_ given: Given, _ name: String, email: String? = nil, id: UserID? = cleo) throws -> Ruling {
        try given.when(RegisterAccount.self, by: ada) {
            $0.username = name
            if let id { $0.userID = id.description }
            if let email { $0.email = email }
        }
    }

    @Test func anAccountIsMade() throws {
        let ruling = try register(given(), "Cleo", email: "Cleo@example.org")
        #expect(try ruling == .accepted([registered(cleo, "Cleo", email: "Cleo@example.org")]))
    }

    @Test func aMissingIDIsMade() throws {
        let id = UserID(rawValue: uuid(0xF00))
        #expect(try register(given(), "dora", id: nil) == .accepted([registered(id, "dora")]))
    }

    @Test(arguments: ["", "a b", "ä", "a@b", String(repeating: "x", count: 31)])
    func aUsernameOutOfBoundsIsRefused(name: String) throws {
        #expect(try register(given(), name).code == "invalid_username")
    }

    @Test(arguments: [
        "", "a", "a@", "@b", "a@b@c", "a b@c", "a@b..c", "ä@b", "a@" + String(repeating: "x", count: 253),
    ])
    func anEmailOutOfBoundsIsRefused(email: String) throws {
        #expect(try register(given(), "cleo", email: email).code == "invalid_email")
    }

    @Test func aDisplayNameOutOfBoundsIsRefused() throws {
        for name in [String(repeating: "x", count: 101), "a\u{0}b"] {
            let ruling = try given().when(RegisterAccount.self, by: ada) {
                $0.username = "cleo"
                $0.displayName = name
            }
            #expect(ruling.code == "invalid_display_name")
        }
    }

    @Test func anIDThatIsNoUUIDIsRefused() throws {
        let ruling = try given().when(RegisterAccount.self, by: ada) {
            $0.username = "cleo"
            $0.userID = "7"
        }
        #expect(ruling.code == "invalid_user_id")
    }

    @Test func aUsernameIsTakenInAnyCase() throws {
        #expect(try register(given(registered(ben, "ben")), "BEN").code == "username_taken")
    }

    @Test func anEmailIsTakenInAnyCase() throws {
        let given = try given(registered(ben, email: "Ben@example.org"))
        #expect(try register(given, "cleo", email: "bEN@EXAMPLE.org").code == "email_taken")
    }

    @Test func anEmailThatWasGivenUpIsFree() throws {
        let changed = DomainEvent.emailChanged(
            EmailChanged(
                user: ben,
                email: "new@example.org",
                emailHash: try emailHash("new@example.org"),
                previousEmailHash: try emailHash("ben@example.org")
            )
        )
        let history = try given(registered(ben, email: "ben@example.org"), changed)
        #expect(try register(history, "cleo", email: "ben@example.org").code == nil)
        let later = given(changed)
        #expect(try register(later, "cleo", email: "new@example.org").code == "email_taken")
    }

    @Test func anIDIsUsedOnce() throws {
        let ruling = try register(given(registered(cleo, "other")), "cleo")
        #expect(ruling.code == "id_in_use")
        #expect(ruling.subjects == [cleo.description])
    }

    @Test func othersDoNotMatter() throws {
        let elsewhere = try [registered(ben, "ben", email: "ben@example.org"), invited(ben, cleo)]
        #expect(try register(given(elsewhere: elsewhere), "cleo", email: "c@example.org").code == nil)
    }

    @Test func theActorIsTheNewUsername() throws {
        let command = try RegisterAccount(.with { $0.username = "Ada" }, by: nil, at: door())
        let name = try require(Username("aDA"))
        #expect(command.envelopeActor(.operator) == .registration(hasher.hash(name)))
    }
}
