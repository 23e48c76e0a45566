import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct ProfileTests {
    private func changeEmail(_ given: Given, to email: String) throws -> Ruling {
        try given.when(ChangeEmail.self, by: ada) { $0.email = email }
    }

    private func changed(_ user: UserID, to email: String, from previous: String?) throws -> DomainEvent {
        .emailChanged(
            EmailChanged(
                user: user,
                email: email,
                emailHash: try emailHash(email),
                previousEmailHash: try previous.map(emailHash)
            )
        )
    }

    @Test func anEmailIsChangedAndTheFormerOneIsNamed() throws {
        let history = try given(registered(ada, email: "old@example.org"))
        #expect(
            try changeEmail(history, to: "new@example.org")
                == .accepted([changed(ada, to: "new@example.org", from: "old@example.org")])
        )
        #expect(
            try changeEmail(given(registered(ada)), to: "new@example.org")
                == .accepted([changed(ada, to: "new@example.org", from: nil)])
        )
    }

    @Test func theSameEmailIsNoChange() throws {
        let history = try given(registered(ada, email: "ada@example.org"))
        #expect(try changeEmail(history, to: "ADA@example.org") == .nothingHappened)
    }

    @Test func anEmailThatSomebodyHasIsRefused() throws {
        let history = try given(registered(ada), registered(ben, email: "ben@example.org"))
        #expect(try changeEmail(history, to: "Ben@example.org").code == "email_taken")
        let gone = try given(
            registered(ada),
            registered(ben, email: "ben@example.org"),
            changed(ben, to: "b@example.org", from: "ben@example.org")
        )
        #expect(try changeEmail(gone, to: "ben@example.org").code == nil)
    }

    @Test func anEmailOutOfBoundsIsRefused() throws {
        #expect(try changeEmail(given(), to: "ada").code == "invalid_email")
    }

    @Test func aDisplayNameIsChanged() throws {
        let ruling = try given(registered(ada)).when(ChangeDisplayName.self, by: ada) { $0.displayName = "Ada 🌻" }
        #expect(ruling == .accepted([.displayNameChanged(DisplayNameChanged(user: ada, displayName: "Ada 🌻"))]))
        let long = try given().when(ChangeDisplayName.self, by: ada) {
            $0.displayName = String(repeating: "x", count: 101)
        }
        #expect(long.code == "invalid_display_name")
    }

    @Test func aPictureIsSquare() throws {
        let event = DomainEvent.profilePictureChanged(
            ProfilePictureChanged(user: ada, photo: try require(UploadedPhoto(photo())).photo)
        )
        let history = try given(registered(ada))
        #expect(try history.when(ChangeProfilePicture.self, by: ada) { $0.photo = photo() } == .accepted([event]))
        #expect(
            try history.when(ChangeProfilePicture.self, by: ada) { $0.photo = photo(height: 639) }.code
                == "photo_not_square"
        )
        // What was shown before is not read.
        let again = given(try registered(ada), elsewhere: [event])
        #expect(try again.when(ChangeProfilePicture.self, by: ada) { $0.photo = photo() } == .accepted([event]))
        #expect(try history.when(ChangeProfilePicture.self, by: ada).code == "invalid_photo")
    }

    @Test func preferencesAreSet() throws {
        let event = DomainEvent.notificationPreferencesSet(
            NotificationPreferencesSet(user: ada, pushed: [.photoLiked, .friendInvited])
        )
        let history = try given(registered(ada))
        let ruling = try history.when(SetNotificationPreferences.self, by: ada) {
            $0.pushed = [.photoLiked, .friendInvited]
        }
        #expect(ruling == .accepted([event]))
        let again = try given(registered(ada), event).when(SetNotificationPreferences.self, by: ada) {
            $0.pushed = [.friendInvited, .photoLiked]
        }
        #expect(again == .nothingHappened)
        let none = try given(registered(ada), event).when(SetNotificationPreferences.self, by: ada)
        #expect(
            none == .accepted([.notificationPreferencesSet(NotificationPreferencesSet(user: ada, pushed: []))])
        )
    }

    @Test func unknownOrRepeatedKindsAreRefused() throws {
        for kinds in [[.unspecified], [.UNRECOGNIZED(99)], [.friendInvited, .friendInvited]]
            as [[Glimp_V1_NotificationKind]]
        {
            let ruling = try given().when(SetNotificationPreferences.self, by: ada) { $0.pushed = kinds }
            #expect(ruling.code == "invalid_pushed")
        }
    }

    @Test func whoIsNotThereChangesNothing() throws {
        #expect(try changeEmail(given(), to: "a@example.org").code == "user_not_found")
        #expect(try given().when(ChangeDisplayName.self, by: ada).code == "user_not_found")
        #expect(try given().when(ChangeProfilePicture.self, by: ada) { $0.photo = photo() }.code == "user_not_found")
        #expect(try given().when(SetNotificationPreferences.self, by: ada).code == "user_not_found")
    }
}
