import EventLog
import Foundation
import GlimpDomain
import PicturesForTests
import Testing

@testable import GlimpService

/// Who may fetch an upload: ada asks, bob answers; cleo has nothing to do with it.
@Suite struct FetchingTests {
    let service: Service
    let picture: MediaRecord
    let ada: UserID
    let bob: UserID
    let cleo: UserID

    init() async throws {
        service = try await Service()
        try await service.send("RegisterAccount", #"{"username":"cleo"}"#, as: "cleo")
        ada = try #require(try service.glimp.people.find("ada"))
        bob = try #require(try service.glimp.people.find("bob"))
        cleo = try #require(try service.glimp.people.find("cleo"))
        picture = try await service.glimp.media.upload(Pieces(TestPicture.png()), by: bob).record
    }

    /// Who of ada, bob and cleo may fetch it.
    private func viewers(of record: MediaRecord) throws -> [String] {
        try [("ada", ada), ("bob", bob), ("cleo", cleo)].filter {
            try service.glimp.upload(record.media, fetchedBy: $0.1) == record
        }.map(\.0)
    }

    private func answer() async throws -> String {
        let request = try await service.ask()
        let body = #"{"request":"\#(request)","photo":{"media":"\#(picture.media)"}}"#
        #expect(try await service.sendSignedIn("AnswerGlimp", body, by: bob).isAccepted)
        return request
    }

    @Test func anUploadIsItsUploadersUntilItIsUsed() throws {
        #expect(try viewers(of: picture) == ["bob"])
        #expect(try service.glimp.upload(MediaID(rawValue: UUID()), fetchedBy: bob) == nil)
    }

    @Test func theTwoOfAGlimpFetchItsPhoto() async throws {
        _ = try await answer()
        #expect(try viewers(of: picture) == ["ada", "bob"])
        // The same content of another person is another upload.
        let other = try await service.glimp.media.upload(Pieces(TestPicture.png()), by: cleo).record
        #expect(try viewers(of: other) == ["cleo"])
    }

    @Test func neitherHidingNorTheEndOfAFriendshipTakesAPhotoAway() async throws {
        let request = try await answer()
        try await service.send("HideGlimp", #"{"glimp":"\#(request)"}"#, as: "ada")
        try await service.send("BlockUser", #"{"user":"ada"}"#, as: "bob")
        #expect(try viewers(of: picture) == ["ada", "bob"])
    }

    @Test func aPictureIsForEverybodyWhoIsNotBlocked() async throws {
        let body = #"{"photo":{"media":"\#(picture.media)"}}"#
        #expect(try await service.sendSignedIn("ChangeProfilePicture", body, by: bob).isAccepted)
        #expect(try viewers(of: picture) == ["ada", "bob", "cleo"])
        // Who is blocked by the one who looks is not who is blocked by the one who is looked at.
        try await service.send("BlockUser", #"{"user":"bob"}"#, as: "ada")
        #expect(try viewers(of: picture) == ["ada", "bob", "cleo"])
        try await service.send("BlockUser", #"{"user":"cleo"}"#, as: "bob")
        #expect(try viewers(of: picture) == ["ada", "bob"])
        try await service.send("BlockUser", #"{"user":"bob"}"#, as: "cleo")
        #expect(try viewers(of: picture) == ["ada", "bob"])
        try await service.send("UnblockUser", #"{"user":"cleo"}"#, as: "bob")
        #expect(try viewers(of: picture) == ["ada", "bob", "cleo"])

        let next = try await service.glimp.media.upload(Pieces(TestPicture.png(number: 1)), by: bob).record
        let change = #"{"photo":{"media":"\#(next.media)"}}"#
        #expect(try await service.sendSignedIn("ChangeProfilePicture", change, by: bob).isAccepted)
        #expect(try viewers(of: picture) == ["bob"])
        #expect(try viewers(of: next) == ["ada", "bob", "cleo"])
    }

    private func publish(_ id: String, by user: UserID) async throws {
        let body = #"{"photo":{"media":"\#(picture.media)"},"photoId":"\#(id)"}"#
        #expect(try await service.sendSignedIn("PublishPhoto", body, by: user).isAccepted == (user == bob))
    }

    @Test func aPublicPhotoIsForEverybodyWhoIsNotBlocked() async throws {
        let (first, second) = (UUID().uuidString, UUID().uuidString)
        // Who has not uploaded it publishes nothing.
        try await publish(first, by: cleo)
        #expect(try viewers(of: picture) == ["bob"])
        try await publish(first, by: bob)
        #expect(try viewers(of: picture) == ["ada", "bob", "cleo"])
        try await service.send("BlockUser", #"{"user":"cleo"}"#, as: "bob")
        try await service.send("BlockUser", #"{"user":"bob"}"#, as: "ada")
        #expect(try viewers(of: picture) == ["ada", "bob"])
        try await service.send("UnblockUser", #"{"user":"cleo"}"#, as: "bob")
        #expect(try viewers(of: picture) == ["ada", "bob", "cleo"])

        // Published twice, it is public until both are unpublished, whichever goes first.
        try await publish(second, by: bob)
        try await service.send("UnpublishPhoto", #"{"photo":"\#(second)"}"#, as: "bob")
        #expect(try viewers(of: picture) == ["ada", "bob", "cleo"])
        try await service.send("UnpublishPhoto", #"{"photo":"\#(first)"}"#, as: "bob")
        #expect(try viewers(of: picture) == ["bob"])
    }

    /// Of a hundred events a page, those of one upload may be many.
    @Test func aPhotoThatWasPublishedOftenIsFoundWhereverItStands() async throws {
        let standing = UUID().uuidString
        try await publish(standing, by: bob)
        for _ in 0..<60 {
            let id = UUID().uuidString
            try await publish(id, by: bob)
            try await service.send("UnpublishPhoto", #"{"photo":"\#(id)"}"#, as: "bob")
        }
        #expect(try viewers(of: picture) == ["ada", "bob", "cleo"])
        try await service.send("UnpublishPhoto", #"{"photo":"\#(standing)"}"#, as: "bob")
        #expect(try viewers(of: picture) == ["bob"])
    }

    @Test func anAnswerThatWasPublishedTooStaysTheAskersWhenItIsUnpublished() async throws {
        _ = try await answer()
        let id = UUID().uuidString
        try await publish(id, by: bob)
        #expect(try viewers(of: picture) == ["ada", "bob", "cleo"])
        try await service.send("UnpublishPhoto", #"{"photo":"\#(id)"}"#, as: "bob")
        #expect(try viewers(of: picture) == ["ada", "bob"])
    }

    @Test func whatSomebodyElseSaysOfItOpensNothing() async throws {
        // The operator may say that cleo is shown with bob's upload: that makes it nobody's who may not have it.
        let sha256 = Data(Service.sha256(1)).base64EncodedString()
        let photo =
            #"{"media":"\#(picture.media)","sha256":"\#(sha256)","mime":"image/png","width":3,"height":3,"bytes":9}"#
        #expect(try await service.send("ChangeProfilePicture", #"{"photo":\#(photo)}"#, as: "cleo").isAccepted)
        #expect(try await service.send("PublishPhoto", #"{"photo":\#(photo)}"#, as: "cleo").isAccepted)
        #expect(try viewers(of: picture) == ["bob"])
    }
}
