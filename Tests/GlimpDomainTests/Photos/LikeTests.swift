import EventLog
import GlimpSchemas
import Testing

@testable import GlimpDomain

@Suite struct LikeTests {
    private func like(_ events: DomainEvent..., by user: UserID = ben) throws -> Ruling {
        try Given(events: [registered(user)] + events, elsewhere: []).when(LikePhoto.self, by: user) {
            $0.photo = picture.description
        }
    }

    private func unlike(_ events: DomainEvent..., by user: UserID = ben) throws -> Ruling {
        try Given(events: [registered(user)] + events, elsewhere: []).when(UnlikePhoto.self, by: user) {
            $0.photo = picture.description
        }
    }

    @Test func aPhotoIsLiked() throws {
        #expect(try like(published(ada)) == .accepted([liked(ada, by: ben)]))
        #expect(try like(published(ada), by: ada) == .accepted([liked(ada, by: ada)]))
    }

    @Test func likingIsIdempotent() throws {
        #expect(try like(published(ada), liked(ada, by: ben)) == .nothingHappened)
        #expect(
            try like(published(ada), liked(ada, by: ben), unliked(ada, by: ben)) == .accepted([liked(ada, by: ben)]))
    }

    @Test func takingItBackIsIdempotent() throws {
        #expect(try unlike(published(ada), liked(ada, by: ben)) == .accepted([unliked(ada, by: ben)]))
        #expect(try unlike(published(ada)) == .nothingHappened)
        #expect(try unlike(published(ada), liked(ada, by: ben), unliked(ada, by: ben)) == .nothingHappened)
    }

    @Test func likesOfOthersAndOfOtherPhotosDoNotMatter() throws {
        let elsewhere = try [
            liked(ada, by: cleo), liked(ada, by: ben, otherPicture), published(ada, otherPicture), blocked(ada, cleo),
            commented(ada, by: ben), edited(ada, described()),
        ]
        let history = given(try registered(ben), try published(ada), elsewhere: elsewhere)
        #expect(
            try history.when(LikePhoto.self, by: ben) { $0.photo = picture.description }
                == .accepted([liked(ada, by: ben)]))
    }

    @Test func whatIsNotThereIsNotLiked() throws {
        #expect(try like().code == "photo_not_found")
        #expect(try unlike().code == "photo_not_found")
        #expect(try like(published(ada), unpublished(ada)).code == "photo_not_found")
        #expect(try unlike(published(ada), liked(ada, by: ben), unpublished(ada)).code == "photo_not_found")
    }

    @Test func whomTheOwnerHasBlockedGetsTheAnswerOfWhatIsNotThere() throws {
        let nothing = try like()
        #expect(try like(published(ada), blocked(ada, ben)) == nothing)
        #expect(try like(published(ada), liked(ada, by: ben), blocked(ada, ben)) == nothing)
        #expect(try unlike(published(ada), liked(ada, by: ben), blocked(ada, ben)) == nothing)
        #expect(try like(published(ada), blocked(ada, ben), blocked(ben, ada)) == nothing)
        #expect(try like(published(ada), blocked(ada, ben), unblocked(ada, ben)).code == nil)
    }

    @Test func nobodyLikesAPhotoOfWhomTheyHaveBlocked() throws {
        #expect(try like(published(ada), blocked(ben, ada)).code == "blocked")
        #expect(
            try unlike(published(ada), liked(ada, by: ben), blocked(ben, ada)) == .accepted([unliked(ada, by: ben)]))
    }

    @Test func whoIsNotThereDoesNothing() throws {
        let history = given(try published(ada))
        #expect(try history.when(LikePhoto.self, by: ben) { $0.photo = picture.description }.code == "user_not_found")
        #expect(try history.when(UnlikePhoto.self, by: ben) { $0.photo = picture.description }.code == "user_not_found")
        #expect(try given().when(LikePhoto.self, by: ben).code == "invalid_photo")
        #expect(try given().when(UnlikePhoto.self, by: ben).code == "invalid_photo")
    }
}
