import EventLog
import GlimpSchemas
import Testing

@testable import GlimpDomain

@Suite struct CommentTests {
    private func write(_ text: String = "Lovely.", _ events: DomainEvent..., by user: UserID = ben) throws -> Ruling {
        try Given(events: [registered(user)] + events, elsewhere: []).when(CommentOnPhoto.self, by: user) {
            $0.photo = picture.description
            $0.text = text
            $0.comment = comment.description
        }
    }

    private func delete(_ history: Given, by user: UserID) throws -> Ruling {
        try history.when(DeleteComment.self, by: user) { $0.comment = comment.description }
    }

    @Test func aCommentIsWritten() throws {
        #expect(try write("Lovely.", published(ada)) == .accepted([commented(ada, by: ben)]))
        #expect(try write("Mine.", published(ada), by: ada) == .accepted([commented(ada, by: ada, "Mine.")]))
    }

    @Test func aCommentHasAtMost300CharactersAndIsNotBlank() throws {
        for text in [String(repeating: "👍🏽", count: 300), "a\nb", "."] {
            #expect(try write(text, published(ada)).code == nil, "\(text)")
        }
        for text in [
            "", " ", "\n\u{2003}", "\u{200B}\u{FEFF}", String(repeating: "a", count: 301), "a\u{7}", "a\r", "a\tb",
            "e" + String(repeating: "\u{301}", count: 5_000),
        ] {
            #expect(try write(text, published(ada)).code == "invalid_text", "\(text)")
        }
    }

    @Test func anIdIsTakenForEver() throws {
        #expect(try write("Again.", published(ada), commented(ada, by: cleo)).code == "id_in_use")
        let history = given(
            try registered(ben), commented(ada, by: ben), elsewhere: [commentDeleted(ada, ben, by: ben)])
        let ruling = try history.when(CommentOnPhoto.self, by: ben) {
            $0.photo = otherPicture.description
            $0.text = "Again."
            $0.comment = comment.description
        }
        #expect(ruling.subjects == [comment.description])
    }

    @Test func whomTheOwnerHasBlockedGetsTheAnswerOfWhatIsNotThere() throws {
        let nothing = try write()
        #expect(nothing.code == "photo_not_found")
        #expect(try write("Lovely.", published(ada), blocked(ada, ben)) == nothing)
        #expect(try write("Lovely.", published(ada), unpublished(ada)) == nothing)
        #expect(try write("Lovely.", published(ada), blocked(ben, ada)).code == "blocked")
    }

    @Test func fieldsComeBeforeWhatIsThere() throws {
        #expect(try given().when(CommentOnPhoto.self, by: ben).code == "invalid_photo")
        let ruling = try given().when(CommentOnPhoto.self, by: ben) { $0.photo = picture.description }
        #expect(ruling.code == "invalid_text")
        let unknown = try given(published(ada)).when(CommentOnPhoto.self, by: ben) {
            $0.photo = picture.description
            $0.text = "Lovely."
        }
        #expect(unknown.code == "user_not_found")
    }

    @Test func itsAuthorAndThePhotosOwnerDeleteAComment() throws {
        let history = given(commented(ada, by: ben))
        #expect(try delete(history, by: ben) == .accepted([commentDeleted(ada, ben, by: ben)]))
        #expect(try delete(history, by: ada) == .accepted([commentDeleted(ada, ben, by: ada)]))
    }

    /// The answer is the same whatever became of the photo and of the two: nothing can be learned from it.
    @Test func blocksAndTheEndOfThePhotoDoNotMatter() throws {
        let elsewhere = try [published(ada), unpublished(ada), blocked(ada, ben), blocked(ben, ada)]
        let history = given(commented(ada, by: ben), elsewhere: elsewhere)
        #expect(try delete(history, by: ben).code == nil)
        #expect(try delete(history, by: ada).code == nil)
    }

    @Test func toOthersItIsNotThere() throws {
        #expect(try delete(given(commented(ada, by: ben)), by: cleo).code == "comment_not_found")
        #expect(try delete(given(), by: ben).code == "comment_not_found")
        let gone = given(commented(ada, by: ben), commentDeleted(ada, ben, by: ada))
        #expect(try delete(gone, by: ben).code == "comment_not_found")
        #expect(try given().when(DeleteComment.self, by: ben).code == "invalid_comment")
    }
}
