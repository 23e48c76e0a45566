import EventLog
import GlimpSchemas
import Testing

@testable import GlimpDomain

@Suite struct ChangingPhotoTests {
    private func edit(_ history: Given, by user: UserID = ada, _ description: PhotoDescription) throws -> Ruling {
        try history.when(EditPhoto.self, by: user) {
            $0.photo = picture.description
            description.fill(&$0)
        }
    }

    private func unpublish(_ history: Given, by user: UserID = ada) throws -> Ruling {
        try history.when(UnpublishPhoto.self, by: user) { $0.photo = picture.description }
    }

    @Test func aPhotoIsEdited() throws {
        let other = PhotoDescription(title: "Dusk", tags: [], place: nil, takenAt: nil)
        #expect(try edit(given(published(ada)), other) == .accepted([edited(ada, other)]))
        // What people write is no decider's business.
        #expect(try edit(given(published(ada)), described()) == .accepted([edited(ada, described())]))
    }

    @Test func aPhotoIsUnpublishedOnce() throws {
        #expect(try unpublish(given(published(ada))) == .accepted([unpublished(ada)]))
        #expect(try unpublish(given(published(ada), unpublished(ada))).code == "photo_not_found")
        #expect(try edit(given(published(ada), unpublished(ada)), described()).code == "photo_not_found")
        #expect(try unpublish(given()).code == "photo_not_found")
    }

    @Test func onlyItsOwnerChangesAPhoto() throws {
        #expect(try unpublish(given(published(ada)), by: ben).code == "not_yours")
        #expect(try edit(given(published(ada)), by: ben, described()).code == "not_yours")
    }

    @Test func itIsNotThereForWhomTheOwnerHasBlocked() throws {
        let blocked = given(try published(ada), blocked(ada, ben))
        #expect(try unpublish(blocked, by: ben).code == "photo_not_found")
        #expect(try edit(blocked, by: ben, described()).code == "photo_not_found")
        let unblockedAgain = given(try published(ada), GlimpDomainTests.blocked(ada, ben), unblocked(ada, ben))
        #expect(try unpublish(unblockedAgain, by: ben).code == "not_yours")
        // Whoever blocks the owner still sees the photo.
        #expect(try unpublish(given(published(ada), GlimpDomainTests.blocked(ben, ada)), by: ben).code == "not_yours")
        #expect(try unpublish(blocked, by: ada) == .accepted([unpublished(ada)]))
    }

    @Test func whatIsWrongIsReported() throws {
        #expect(try given().when(UnpublishPhoto.self, by: ada) { $0.photo = "x" }.code == "invalid_photo")
        let ruling = try given(published(ada)).when(EditPhoto.self, by: ada) {
            $0.photo = picture.description
            $0.tags = [""]
        }
        #expect(ruling.code == "invalid_tags")
    }
}
