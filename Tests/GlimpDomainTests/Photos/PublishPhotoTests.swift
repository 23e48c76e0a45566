import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct PublishPhotoTests {
    private func publish(
        _ history: Given, _ change: (inout Glimp_V1_PublishPhoto) -> Void = { _ in }
    ) throws -> Ruling {
        let described = try described()
        return try history.when(PublishPhoto.self, by: ada) {
            $0.photo = photo()
            described.fill(&$0)
            $0.photoID = picture.description
            change(&$0)
        }
    }

    private func refusal(_ change: (inout Glimp_V1_PublishPhoto) -> Void) throws -> String? {
        try publish(given(registered(ada)), change).code
    }

    @Test func aPhotoIsPublished() throws {
        #expect(try publish(given(registered(ada))) == .accepted([published(ada)]))
    }

    @Test func anIdIsMadeWhenNoneIsGiven() throws {
        let ruling = try given(registered(ada)).when(PublishPhoto.self, by: ada) { $0.photo = photo() }
        guard case .accepted(let events) = ruling, case .photoPublished(let event)? = events.first else {
            Issue.record("\(ruling)")
            return
        }
        #expect(event.photo == PhotoID(rawValue: uuid(0xF00)))
        #expect(event.details.clear == PhotoDescription(title: "", tags: [], place: nil, takenAt: nil))
    }

    @Test func anIdIsTakenForEverByAnybody() throws {
        #expect(try publish(given(registered(ada), published(ada))).code == "id_in_use")
        #expect(try publish(given(registered(ada), published(ben))).code == "id_in_use")
        let boundary = given(try registered(ada), try published(ada), elsewhere: [try unpublished(ada)])
        #expect(try publish(boundary).subjects == [picture.description])
    }

    @Test func whoIsNotThereDoesNothing() throws {
        #expect(try publish(given()).code == "user_not_found")
    }

    @Test func theSameUploadIsPublishedAgainUnderAnotherId() throws {
        let history = given(try registered(ada), elsewhere: [try published(ada, otherPicture)])
        #expect(try publish(history) == .accepted([published(ada)]))
    }

    /// What was sent to one person alone is the sender's upload.
    @Test func onlyAnUploadOfOnesOwnIsPublished() throws {
        let sent = try require(UploadedPhoto(photo()))
        let wire = try Glimp_V1_PublishPhoto.with {
            $0.photo.media = sent.photo.media.description
            try described().fill(&$0)
            $0.photoID = picture.description
        }
        func publish(by user: UserID, whoUploaded uploads: [MediaID: UploadedPhoto]) throws -> Ruling {
            let door = Door(
                hasher: hasher, head: .beginning, makeID: { uuid(1) }, people: [:], uploads: .own(uploads))
            let history = given(try registered(user), elsewhere: [try answered(ben, ada)])
            return try history.when(try PublishPhoto(wire, by: .user(user), at: door))
        }
        #expect(try publish(by: ben, whoUploaded: [:]).code == "photo_not_found")
        #expect(try publish(by: ada, whoUploaded: [sent.photo.media: sent]) == .accepted([published(ada)]))
    }

    @Test func aTitleHasAtMost255Characters() throws {
        #expect(try refusal { $0.title = String(repeating: "é", count: 255) } == nil)
        #expect(try refusal { $0.title = String(repeating: "👨‍👩‍👧‍👦", count: 255) } == nil)
        #expect(try refusal { $0.title = String(repeating: "e", count: 256) } == "invalid_title")
        #expect(try refusal { $0.title = "e" + String(repeating: "\u{301}", count: 5_000) } == "invalid_title")
        #expect(try refusal { $0.title = "a\u{7}" } == "invalid_title")
    }

    @Test func aPhotoHasAtMost75Tags() throws {
        #expect(try refusal { $0.tags = (0..<75).map { "tag \($0)" } } == nil)
        #expect(try refusal { $0.tags = (0..<76).map { "tag \($0)" } } == "invalid_tags")
        #expect(try refusal { $0.tags = Array(repeating: "sea", count: 76) } == "invalid_tags")
        for tag in ["", " ", "a,b", "a\n", String(repeating: "x", count: 101)] {
            #expect(try refusal { $0.tags = ["sea", tag] } == "invalid_tags", "\(tag)")
        }
        let ruling = try publish(given(registered(ada))) { $0.tags = ["sea", "sun", "sea"] }
        #expect(ruling == .accepted([try published(ada)]), "a tag that is named twice is one")
    }

    @Test func aPlaceIsOnTheEarth() throws {
        func place(_ latitude: Int32, _ longitude: Int32) throws -> String? {
            try refusal {
                $0.place = .with { ($0.latitudeMicrodegrees, $0.longitudeMicrodegrees) = (latitude, longitude) }
            }
        }
        #expect(try place(90_000_000, 180_000_000) == nil)
        #expect(try place(-90_000_000, -180_000_000) == nil)
        #expect(try place(90_000_001, 0) == "invalid_place")
        #expect(try place(0, -180_000_001) == "invalid_place")
        #expect(try place(.min, .min) == "invalid_place")
    }

    @Test func fieldsAreReportedInTheOrderOfTheRules() throws {
        let steps: [(code: String, mend: (inout Glimp_V1_PublishPhoto) -> Void)] = [
            ("invalid_title", { $0.title = "" }), ("invalid_tags", { $0.tags = [] }),
            ("invalid_place", { $0.clearPlace() }), ("invalid_taken_at", { $0.clearTakenAt() }),
            ("invalid_photo", { $0.photo = photo() }), ("invalid_photo_id", { $0.clearPhotoID() }),
        ]
        var wire = Glimp_V1_PublishPhoto.with {
            $0.title = "\u{0}"
            $0.tags = [""]
            $0.place.latitudeMicrodegrees = .max
            $0.takenAt.seconds = .max
            $0.photo.media = "x"
            $0.photoID = "x"
        }
        for step in steps {
            #expect(try refusal { $0 = wire } == step.code)
            step.mend(&wire)
        }
        #expect(try refusal { $0 = wire } == nil)
    }
}
