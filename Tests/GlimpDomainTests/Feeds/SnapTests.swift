import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct SnapTests {
    private func post(
        to name: String = "Memes", _ events: DomainEvent..., catalogue: String? = "cat", id: String? = nil
    ) throws -> Ruling {
        try Given(events: [registered(ben)] + events, elsewhere: []).when(PostSnap.self, by: ben) {
            $0.feed = name
            if let catalogue { $0.picture.catalogue = catalogue } else { $0.picture.photo = photo() }
            $0.snap = id ?? snap.description
        }
    }

    @Test func aPictureIsPostedToOneFeed() throws {
        #expect(try post() == .accepted([posted(ben)]))
        #expect(try post(to: "dog SPOTS") == .accepted([posted(ben, in: dogSpots)]))
        #expect(try post(to: dogSpots.feed.description) == .accepted([posted(ben, in: dogSpots)]))
        let upload = try require(UploadedPhoto(photo())).photo
        let snap = posted(ben, picture: .photo(upload))
        #expect(try post(catalogue: nil) == .accepted([snap]))
        // By which it is known that the upload is used.
        #expect(snap.body.tags.contains(upload.media.tag))
    }

    /// Who may fetch an upload is asked of these events, so there is an end to them. Of the catalogue's pictures nothing
    /// is asked.
    @Test func anUploadIsPostedAHundredTimes() throws {
        let upload = try require(UploadedPhoto(photo())).photo
        func history(_ count: Int, _ picture: SnapPicture) -> [DomainEvent] {
            (0..<count).map { number in
                let id = SnapID(rawValue: uuid(0x700 + UInt64(number)))
                return .snapPosted(SnapPosted(snap: id, feed: memes.feed, poster: ben, picture: picture))
            }
        }
        func post(_ events: [DomainEvent]) throws -> Ruling {
            try Given(events: [registered(ben)] + events, elsewhere: []).when(PostSnap.self, by: ben) {
                $0.feed = "Memes"
                $0.picture.photo = photo()
                $0.snap = snap.description
            }
        }
        #expect(try post(history(99, .photo(upload))) == .accepted([posted(ben, picture: .photo(upload))]))
        #expect(try post(history(100, .photo(upload))).code == "photo_shown_too_often")
    }

    @Test func theFeedIsOneOfTheListAsItIs() throws {
        let list = feedsDefined(feed(1, "Cats"))
        #expect(try post(to: "Cats", list) == .accepted([posted(ben, in: feed(1, "Cats"))]))
        #expect(try post(to: "Memes", list).code == "feed_not_found")
        #expect(try post(to: "Cats").code == "feed_not_found")
        #expect(try post(to: "Cats", list, feedsDefined(memes)).code == "feed_not_found")
        #expect(try post(to: "").code == "feed_not_found")
    }

    @Test func aPictureIsAnUploadOrOneOfTheCatalogue() throws {
        #expect(try post(catalogue: "unicorn").code == "picture_not_found")
        #expect(try given(registered(ben)).when(PostSnap.self, by: ben) { $0.feed = "Memes" }.code == "invalid_picture")
        #expect(
            try given(registered(ben)).when(PostSnap.self, by: ben) {
                $0.feed = "Memes"
                $0.picture.photo.media = "x"
            }.code == "invalid_picture")
        // The feed comes first.
        #expect(try post(to: "none", catalogue: "unicorn").code == "feed_not_found")
        let wire = Glimp_V1_PostSnap.with {
            $0.feed = "Memes"
            $0.picture.photo = photo()
        }
        let door = Door(
            hasher: hasher, head: .beginning, makeID: { uuid(1) }, people: [:], uploads: .own([:]))
        #expect(try given(registered(ben)).when(PostSnap(wire, by: .user(ben), at: door)).code == "photo_not_found")
        #expect(PostSnap.media(in: wire) == [photo().media])
    }

    @Test func anIDIsUsedOnce() throws {
        #expect(try post(posted(ada)).code == "id_in_use")
        let ruling = try given(registered(ben), posted(ada)).when(PostSnap.self, by: ben) {
            $0.feed = "Memes"
            $0.picture.catalogue = "cat"
            $0.snap = snap.description
        }
        #expect(ruling.subjects == [snap.description])
        #expect(try post(id: "1").code == "invalid_snap")
    }

    @Test func whoIsNotThereDoesNothing() throws {
        #expect(
            try given().when(PostSnap.self, by: ben) {
                $0.feed = "Memes"
                $0.picture.catalogue = "cat"
            }.code == "user_not_found")
        #expect(try given().when(OpenSnap.self, by: ben) { $0.snap = snap.description }.code == "user_not_found")
    }

    private func delete(_ events: DomainEvent..., by actor: Actor) throws -> Ruling {
        let command = try DeleteSnap(.with { $0.snap = snap.description }, by: actor, at: door())
        return try Given(events: events, elsewhere: []).when(command)
    }

    @Test func aSnapIsDeletedByItsPosterOrAnOperator() throws {
        #expect(try delete(posted(ben), by: .user(ben)) == .accepted([snapDeleted(ben)]))
        #expect(try delete(posted(ben), by: .operator) == .accepted([snapDeleted(ben)]))
        #expect(try delete(posted(ben), by: .operatorAccount(uuid(9))) == .accepted([snapDeleted(ben)]))
        #expect(try delete(posted(ben), by: .user(ada)).code == "not_yours")
        #expect(try delete(posted(ben), blocked(ben, ada), by: .user(ada)).code == "snap_not_found")
        #expect(try delete(by: .user(ben)).code == "snap_not_found")
        #expect(try delete(posted(ben), snapDeleted(ben), by: .user(ben)).code == "snap_not_found")
        #expect(try delete(posted(ben), snapDeleted(ben), by: .operator).code == "snap_not_found")
    }
}
