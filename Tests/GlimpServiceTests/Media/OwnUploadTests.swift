import EventLog
import Foundation
import GlimpDomain
import PicturesForTests
import Testing

@testable import GlimpService

/// A photo over HTTP has to be an upload of the one who sends the command.
@Suite struct OwnUploadTests {
    let service: Service
    let ada: UserID
    let bob: UserID

    init() async throws {
        service = try await Service()
        ada = try #require(try service.glimp.people.find("ada"))
        bob = try #require(try service.glimp.people.find("bob"))
    }

    private func code(_ name: String, _ body: String, id: CommandID? = nil) async throws -> String? {
        try await service.sendSignedIn(name, body, by: bob, id: id).refusalCode
    }

    @Test func aPhotoIsAnUploadOfOnesOwn() async throws {
        let request = try await service.ask()
        let hers = try await service.glimp.media.upload(Pieces(TestPicture.png()), by: ada).record
        for media in [hers.media, MediaID(rawValue: UUID())] {
            let photo = #"{"media":"\#(media)"}"#
            #expect(
                try await code("AnswerGlimp", #"{"request":"\#(request)","photo":\#(photo)}"#) == "photo_not_found")
            #expect(try await code("ChangeProfilePicture", #"{"photo":\#(photo)}"#) == "photo_not_found")
        }
        #expect(try await code("ChangeProfilePicture", "{}") == "invalid_photo")
        // The first rule that is broken is reported.
        let unknown = #"{"request":"\#(UUID())","photo":{"media":"\#(hers.media)"}}"#
        #expect(try await code("AnswerGlimp", unknown) == "request_not_found")
    }

    @Test func theEventSaysWhatWasUploaded() async throws {
        let mine = try await service.glimp.media.upload(Pieces(TestPicture(4, 4).encoded(".png")), by: bob).record
        let body = #"{"request":"\#(try await service.ask())","photo":{"media":"\#(mine.media)"}}"#
        #expect(try await code("AnswerGlimp", body) == nil)
        let event = try #require(try service.glimp.events("GlimpAnswered").first)
        guard case .glimpAnswered(let answered) = try DomainEvent(event) else { throw TookTooLong() }
        #expect(answered.photo == mine.photo)
    }

    @Test func noEventTellsTheContent() async throws {
        let upload = try await service.glimp.media.upload(Pieces(TestPicture.png()), by: bob)
        let mine = upload.record
        let sha256 = Data(upload.sha256).base64EncodedString()
        let photo =
            #"{"media":"\#(mine.media)","sha256":"\#(sha256)","mime":"image/png","width":3,"height":3,"bytes":\#(mine.bytes)}"#
        #expect(try await code("ChangeProfilePicture", #"{"photo":\#(photo)}"#) == nil)
        let answer = #"{"request":"\#(try await service.ask())","photo":\#(photo)}"#
        #expect(try await code("AnswerGlimp", answer) == nil)
        for type: EventType in ["ProfilePictureChanged", "GlimpAnswered"] {
            let event = try #require(try service.glimp.events(type).first)
            #expect(Data(event.event.payload).range(of: Data(upload.sha256)) == nil, "\(type)")
            #expect(
                !event.event.tags.contains {
                    $0.rawValue.contains(upload.sha256.map { String(format: "%02x", $0) }.joined())
                })
        }
    }

    @Test func whatIsSaidOfAnUploadMustBeSo() async throws {
        let upload = try await service.glimp.media.upload(Pieces(TestPicture(4, 4).encoded(".png")), by: bob)
        let mine = upload.record
        let sha256 = Data(upload.sha256).base64EncodedString()
        let lies = [
            #""width":9"#, #""height":9"#, #""bytes":9"#, #""mime":"image/jpeg""#,
            #""sha256":"\#(Data(count: 32).base64EncodedString())""#,
        ]
        for lie in lies {
            let body = #"{"photo":{"media":"\#(mine.media)",\#(lie)}}"#
            #expect(try await code("ChangeProfilePicture", body) == "invalid_photo", "\(lie)")
        }
        let truth =
            #""sha256":"\#(sha256)","mime":"image/png","width":4,"height":4,"bytes":\#(mine.bytes)"#
        #expect(try await code("ChangeProfilePicture", #"{"photo":{"media":"\#(mine.media)",\#(truth)}}"#) == nil)
    }

    @Test func whatIsNotSquareIsRefusedByItsUpload() async throws {
        let wide = try await service.glimp.media.upload(Pieces(TestPicture(4, 3).encoded(".png")), by: bob).record
        #expect(
            try await code("ChangeProfilePicture", #"{"photo":{"media":"\#(wide.media)"}}"#) == "photo_not_square")
    }

    @Test func theRefusalIsKeptUnderItsId() async throws {
        let hers = try await service.glimp.media.upload(Pieces(TestPicture.png()), by: ada).record
        let id = CommandID(rawValue: UUID())
        let body = #"{"photo":{"media":"\#(hers.media)"}}"#
        let first = try await service.sendSignedIn("ChangeProfilePicture", body, by: bob, id: id)
        #expect((first.refusalCode, first.isDuplicate) == ("photo_not_found", false))
        let again = try await service.sendSignedIn("ChangeProfilePicture", body, by: bob, id: id)
        #expect((again.refusalCode, again.isDuplicate) == ("photo_not_found", true))
    }

    @Test func aRetryHasItsFirstOutcomeWhateverBecameOfTheUpload() async throws {
        let mine = try await service.glimp.media.upload(Pieces(TestPicture.png()), by: bob).record
        let id = CommandID(rawValue: UUID())
        let body = #"{"photo":{"media":"\#(mine.media)"}}"#
        let first = try await service.sendSignedIn("ChangeProfilePicture", body, by: bob, id: id)
        #expect(first.isAccepted)
        // A digest that took in what the record says would be another now: the store is gone.
        service.glimp.media.close()
        try FileManager.default.removeItem(atPath: service.path + "/media")
        let again = try await service.sendSignedIn("ChangeProfilePicture", body, by: bob, id: id)
        #expect(again.isAccepted && again.isDuplicate)
        #expect(try await code("ChangeProfilePicture", body) == "photo_not_found")
    }

    @Test func whomTheOperatorSpeaksForNeedsNoUpload() async throws {
        #expect(try await service.answer(try await service.ask()).isAccepted)
        #expect(!FileManager.default.fileExists(atPath: service.path + "/media"))
    }
}

extension Service {
    /// A command of somebody who is signed in, as a gateway hands it on.
    func sendSignedIn(_ command: String, _ body: String, by user: UserID, id: CommandID? = nil) async throws -> Outcome
    {
        let received = try CommandCatalogue.receive(command, json: Array(body.utf8))
        return try await glimp.commands.execute(received, by: .actor(.user(user)), id: id)
    }
}
