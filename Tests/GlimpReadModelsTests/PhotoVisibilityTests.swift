import EventLog
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

@Suite("What is shown of a photo")
struct PhotoVisibilityTests {
    private func comment(_ photo: PhotoID, _ owner: UserID, by author: UserID) -> DomainEvent {
        .commentAdded(
            CommentAdded(comment: CommentID(rawValue: UUID()), photo: photo, owner: owner, author: author, text: "Oh"))
    }

    private func block(_ blocker: UserID, _ blocked: UserID) -> DomainEvent {
        .userBlocked(UserBlocked(blocker: blocker, blocked: blocked))
    }

    /// With few blocks and many comments, and with many blocks and few comments: counted from either side.
    @Test("counts nobody who is apart from the viewer or the owner by a block", arguments: [2, 40])
    func counts(people: Int) async throws {
        let scene = try Scene()
        let (owner, viewer) = (try await scene.register("owner"), try await scene.register("viewer"))
        let (loud, gone) = (try await scene.register("loud"), try await scene.register("gone"))
        let photo = PhotoID(rawValue: UUID())
        let description = PhotoDescription(title: "", tags: [], place: nil, takenAt: nil)
        try await scene.happen([.published(photo, owner, description)])
        for person in [loud, gone, loud, viewer, loud] { try await scene.happen([comment(photo, owner, by: person)]) }
        for person in [loud, gone, viewer] {
            try await scene.happen([.photoLiked(PhotoLiked(photo: photo, owner: owner, liker: person))])
        }
        func seen(by person: UserID) async throws -> [Int] {
            try await scene.catchUp()
            let detail = try await scene.models.photo(photo, for: person).value
            #expect(detail.comments.items.count == detail.comments.total)
            return [detail.comments.total, detail.likes]
        }
        #expect(try await seen(by: viewer) == [5, 3])
        // Others who have nothing to do with the photo: they make it cheaper to look through those who wrote.
        for number in 0..<people {
            try await scene.happen([block(viewer, try await scene.register("other\(number)"))])
        }
        try await scene.happen([block(loud, viewer)])
        #expect(try await seen(by: viewer) == [2, 2])
        #expect(try await seen(by: owner) == [5, 3])
        #expect(try await seen(by: loud) == [4, 2])
        // Whoever blocks the owner leaves nothing on the owner's photo for anybody.
        try await scene.happen([block(gone, owner)])
        #expect(try await seen(by: viewer) == [1, 1])
        #expect(try await seen(by: owner) == [4, 2])
        #expect(try await seen(by: gone) == [4, 2])
        // Blocks of both ways, of which one is taken back.
        try await scene.happen([block(viewer, loud)])
        try await scene.happen([.userUnblocked(UserUnblocked(blocker: loud, blocked: viewer))])
        #expect(try await seen(by: viewer) == [1, 1])
        try await scene.happen([.userUnblocked(UserUnblocked(blocker: viewer, blocked: loud))])
        #expect(try await seen(by: viewer) == [4, 2])
    }

    @Test("tells no photos from no such user, and a hundred unless it is said")
    func photostream() async throws {
        let scene = try Scene()
        let (ada, ben) = (try await scene.register("ada"), try await scene.register("ben"))
        try await scene.catchUp()
        let none = try await scene.models.photos(of: ada, for: ben, .first)
        #expect(none.value == Page(total: 0, items: [], cursor: nil))
        let error = await #expect(throws: ReadModelError.self) {
            try await scene.models.photos(of: UserID(rawValue: UUID()), for: ben, .first)
        }
        #expect(error?.code == .userNotFound && PageRequest.photosByDefault == 100)
    }

    @Test("is told of its owner once, and no more when it is taken back")
    func notifications() async throws {
        let scene = try Scene()
        let (ada, ben) = (try await scene.register("ada"), try await scene.register("ben"))
        let photo = PhotoID(rawValue: UUID())
        let description = PhotoDescription(title: "", tags: [], place: nil, takenAt: nil)
        try await scene.happen([.published(photo, ada, description)])
        let like = DomainEvent.photoLiked(PhotoLiked(photo: photo, owner: ada, liker: ben))
        let unlike = DomainEvent.photoUnliked(PhotoUnliked(photo: photo, owner: ada, liker: ben))
        func told() async throws -> [Int] {
            try await scene.catchUp()
            let told = try await scene.models.notifications(of: ada, at: scene.now.value).value
            return [told.page.total, told.page.items.count, told.unread]
        }
        for _ in 0..<3 { try await scene.happen([like, unlike]) }
        #expect(try await told() == [0, 0, 0])
        try await scene.happen([like, comment(photo, ada, by: ben), comment(photo, ada, by: ada)])
        #expect(try await told() == [2, 2, 2])
        #expect(
            try !scene.models.pushes(.photoLiked, to: ada).value && !scene.models.pushes(.photoCommented, to: ada).value
        )
        // Forgotten with the block, and not taken back once more.
        try await scene.happen([block(ben, ada), .userUnblocked(UserUnblocked(blocker: ben, blocked: ada)), unlike])
        #expect(try await told() == [0, 0, 0])
    }
}
