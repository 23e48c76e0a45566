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
        let history = given(try registered(ada), try published(ada, otherPicture))
        #expect(try publish(history) == .accepted([published(ada)]))
    }

    /// Who may fetch an upload is asked of these events, so there is an end to them.
    @Test func anUploadIsPublishedAHundredTimes() throws {
        func history(_ count: Int, of owner: UserID, content: UInt8 = 1) throws -> [DomainEvent] {
            try (0..<count).map { try published(owner, PhotoID(rawValue: uuid(0x700 + UInt64($0))), content: content) }
        }
        let account = try registered(ada)
        #expect(
            try publish(Given(events: [account] + history(99, of: ada), elsewhere: [])) == .accepted([published(ada)]))
        #expect(
            try publish(Given(events: [account] + history(100, of: ada), elsewhere: [])).code == "photo_shown_too_often"
        )
        // Another upload is another matter.
        let other = Given(events: [account], elsewhere: try history(100, of: ada, content: 2))
        #expect(try publish(other) == .accepted([published(ada)]))
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
        func place(_ latitude: Double, _ longitude: Double) throws -> String? {
            try refusal { $0.place = .with { ($0.latitude, $0.longitude) = (latitude, longitude) } }
        }
        #expect(try place(90, 180) == nil)
        #expect(try place(-90, -180) == nil)
        #expect(try place(90.000000001, 0) == "invalid_place")
        #expect(try place(0, -180.000001) == "invalid_place")
        #expect(try place(52_520_008, 13_404_954) == "invalid_place", "millionths, as they are stored nowhere")
        for wrong in [Double.nan, .infinity, -.greatestFiniteMagnitude] {
            #expect(try place(wrong, 0) == "invalid_place")
            #expect(try place(0, wrong) == "invalid_place")
        }
        #expect(try refusal { $0.place = .with { $0.latitude = 52.52 } } == "invalid_place", "half of a place is none")
        #expect(
            try refusal { $0.place = .with { $0.longitude = 13.405 } } == "invalid_place", "half of a place is none")
    }

    /// Degrees are the outside's, millionths the inside's: there and back, and back and there, is the same.
    @Test(arguments: [UInt64.random(in: 0 ... .max)])
    func degreesAndMillionthsAreOnePlace(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<10_000 {
            let latitude = Int32.random(in: Place.latitudes, using: &random)
            let longitude = Int32.random(in: Place.longitudes, using: &random)
            let place = try #require(Place(latitude: latitude, longitude: longitude))
            #expect(Place(place.wire) == place, "seed \(seed)")
            let text = "{\"latitude\":\(place.degrees.latitude),\"longitude\":\(place.degrees.longitude)}"
            #expect(Place(try Glimp_V1_Place(jsonString: text)) == place, "seed \(seed): \(text)")
        }
        #expect(Place(degreesNorth: 52.52, east: 13.405) == Place(latitude: 52_520_000, longitude: 13_405_000))
        #expect(
            Place(degreesNorth: 52.5200004, east: -13.4050006) == Place(latitude: 52_520_000, longitude: -13_405_001))
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
            $0.place.latitude = 91
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
