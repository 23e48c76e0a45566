import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct AnswerGlimpTests {
    private func answer(
        _ history: Given, by user: UserID = ben, _ photo: Glimp_V1_UploadedPhoto = photo(), at now: Timestamp = at(0)
    ) throws -> Ruling {
        try history.when(AnswerGlimp.self, by: user, at: now) {
            $0.request = glimp.description
            $0.photo = photo
        }
    }

    @Test func aRequestIsAnswered() throws {
        #expect(try answer(given(requested(ada, ben))) == .accepted([answered(ada, ben)]))
    }

    @Test func onlyARequestThatConcernsMeIsFound() throws {
        #expect(try answer(given()).code == "request_not_found")
        #expect(try answer(given(requested(ada, ben)), by: cleo).code == "request_not_found")
    }

    @Test func theAskerDoesNotAnswer() throws {
        #expect(try answer(given(requested(ada, ben)), by: ada).code == "not_yours")
        #expect(try answer(given(requested(ada, ben), glimpDeclined(ada, ben)), by: ada).code == "not_yours")
    }

    @Test func aRequestIsAnsweredOnce() throws {
        let history = try given(requested(ada, ben), answered(ada, ben, content: 2))
        #expect(try answer(history).code == "already_answered")
        #expect(try answer(history, at: at(9000)).code == "already_answered")
    }

    @Test func aClosedRequestIsNotAnswered() throws {
        #expect(try answer(given(requested(ada, ben), glimpDeclined(ada, ben))).code == "request_closed")
        #expect(try answer(given(requested(ada, ben), glimpCancelled(ada, ben)), at: at(9000)).code == "request_closed")
    }

    @Test func theTimeToAnswerEndsAtItsMoment() throws {
        let open = given(requested(ada, ben))
        #expect(try answer(open, at: Timestamp(microseconds: at(3600).microseconds - 1)).code == nil)
        #expect(try answer(open, at: at(3600)).code == "request_expired")
        // Written is written, should the clock have been set back since.
        #expect(try answer(given(requested(ada, ben), expired(ada, ben)), at: at(0)).code == "request_expired")
    }

    @Test func thePhotoIsAnUploadOfTheAnswerer() throws {
        let door = Door(hasher: hasher, head: .beginning, makeID: { uuid(1) }, people: [:], uploads: .own([:]))
        let wire = Glimp_V1_AnswerGlimp.with {
            $0.request = glimp.description
            $0.photo = photo(height: 480)
        }
        let command = try AnswerGlimp(wire, by: .user(ben), at: door)
        #expect(try given(requested(ada, ben)).when(command).code == "photo_not_found")
        #expect(try given(requested(ada, ben)).when(command, at: at(3600)).code == "request_expired")
        #expect(try given().when(command).code == "request_not_found")
    }

    @Test func thePhotoIsSquare() throws {
        #expect(try answer(given(requested(ada, ben)), photo(height: 480)).code == "photo_not_square")
        #expect(try answer(given(requested(ada, ben)), photo(height: 480), at: at(3600)).code == "request_expired")
    }

    @Test func aPhotoIsSentOnceJudgedByContent() throws {
        let sent = try answered(cleo, ben, otherGlimp)
        #expect(try answer(given(requested(ada, ben), sent)).code == "photo_already_sent")
        let otherUpload = Glimp_V1_UploadedPhoto.with {
            $0 = photo()
            $0.media = MediaID(rawValue: uuid(0x777)).description
        }
        #expect(try answer(given(requested(ada, ben), sent), otherUpload).code == "photo_already_sent")
        #expect(try answer(given(requested(ada, ben), sent), photo(height: 480)).code == "photo_not_square")
    }

    @Test func otherPicturesAndOtherPeopleDoNotMatter() throws {
        let elsewhere = try [
            answered(cleo, ben, otherGlimp, content: 2), answered(ben, cleo, otherGlimp, content: 1),
            requested(ada, cleo, otherGlimp), friends(ada, ben),
        ]
        #expect(try answer(given(requested(ada, ben), elsewhere: elsewhere)).code == nil)
    }

    @Test func fieldsAreWithinTheirBounds() throws {
        let damages: [(inout Glimp_V1_UploadedPhoto) -> Void] = [
            { $0.media = "x" }, { $0.sha256.removeLast() }, { $0.mime = "video/mp4" }, { $0.mime = "" },
            { $0.width = 0 }, { $0.height = 0 }, { $0.bytes = 0 }, { $0.bytes = (25 << 20) + 1 },
        ]
        for damage in damages {
            var photo = photo()
            damage(&photo)
            #expect(try answer(given(), photo).code == "invalid_photo")
        }
        let ruling = try given().when(AnswerGlimp.self, by: ben) { $0.photo = photo() }
        #expect(ruling.code == "invalid_request")
    }
}
