import Dispatch
import EventLog
import Foundation
import GlimpDomain
import LMDB
import MediaWork
import Testing

@testable import GlimpService

/// An upload is its uploader's until a command uses it, and goes when none does.
@Suite struct OwnershipTests {
    let service: Service
    let bob: UserID

    init() async throws {
        service = try await Service()
        bob = try #require(try service.glimp.people.find("bob"))
    }

    @Test func whatNobodyUsesGoesAfterADay() async throws {
        let record = try service.upload(by: bob, content: 1)
        let rendition = service.glimp.media.files.rendition(RenditionName(record.media, .longest320, .webp))
        try FileSystem.makeDirectory(service.glimp.media.files.renditions)
        try FileSystem.makeDirectory(FileSystem.parent(of: rendition))
        try Data("small".utf8).write(to: URL(filePath: rendition))

        service.clock.pass(microseconds: 24 * hour * 1_000_000 - 1)
        #expect(try await service.sweep() == MediaSwept())
        #expect(try service.isThere(record))
        service.clock.pass(microseconds: 1)
        let foreseen = try await MediaSweep(service.glimp).preview()
        #expect(foreseen.uploads == 1 && foreseen.bytes == UInt64(record.storedBytes) && foreseen.renditions == 1)
        #expect(try service.isThere(record))
        #expect(try await service.sweep() == foreseen)
        #expect(try !service.isThere(record))
        #expect(try service.mediaFiles.isEmpty)
        #expect(try service.unsettled(record.media) == nil)
        #expect(try await service.show(record).refusalCode == "photo_not_found")
        // It can be uploaded again, and is another upload then.
        #expect(try service.upload(by: bob, content: 1).media != record.media)
    }

    @Test func howLongItIsKeptIsALimit() async throws {
        var limits = MediaLimits()
        #expect(limits.unusedHours == 24)
        limits.unusedHours = 2
        try service.reopen(limits)
        let record = try service.upload(by: bob, content: 1)
        service.clock.pass(seconds: 2 * hour - 1)
        #expect(try await service.sweep().uploads == 0)
        service.clock.pass(seconds: 1)
        #expect(try await service.sweep().uploads == 1)
        #expect(try !service.isThere(record))
    }

    @Test func whatAnEventUsesIsKeptForGoodAndNotAskedAgain() async throws {
        let (answer, first, second) = (
            try service.upload(by: bob, content: 1), try service.upload(by: bob, content: 2),
            try service.upload(by: bob, content: 3)
        )
        let request = try await service.ask()
        let body = #"{"request":"\#(request)","photo":{"media":"\#(answer.media)"}}"#
        #expect(try await service.sendSignedIn("AnswerGlimp", body, by: bob).isAccepted)
        #expect(try await service.show(first).isAccepted)
        #expect(try await service.show(second).isAccepted)
        for record in [answer, first, second] { #expect(try service.unsettled(record.media)?.state == .claimed) }
        service.clock.pass(seconds: hour - 1)
        _ = try await service.sweep()
        #expect(try service.unsettled(answer.media)?.state == .claimed)
        service.clock.pass(seconds: 1)
        #expect(try await service.sweep().uploads == 0)
        // Also the picture that was replaced.
        for record in [answer, first, second] { #expect(try service.unsettled(record.media) == nil) }
        service.clock.pass(seconds: 1_000 * hour)
        #expect(try await service.sweep().uploads == 0)
        for record in [answer, first, second] { #expect(try service.isThere(record)) }
        // Its second use costs no write.
        let number = try service.indexNumber
        #expect(try await service.show(first).isAccepted)
        #expect(try service.indexNumber == number)
    }

    @Test func whatWasPublishedIsKeptForGood() async throws {
        let (published, unused) = (try service.upload(by: bob, content: 1), try service.upload(by: bob, content: 2))
        let publish = #"{"photo":{"media":"\#(published.media)"},"title":"Dawn"}"#
        #expect(try await service.sendSignedIn("PublishPhoto", publish, by: bob).isAccepted)
        service.clock.pass(seconds: 48 * hour)
        #expect(try await service.sweep().uploads == 1)
        #expect(try service.isThere(published) && service.unsettled(published.media) == nil)
        #expect(try !service.isThere(unused))
    }

    @Test func aClaimOfARefusedCommandKeepsNothingForEver() async throws {
        let record = try service.upload(by: bob, content: 1)
        service.clock.pass(seconds: 23 * hour)
        let unknown = #"{"request":"\#(UUID())","photo":{"media":"\#(record.media)"}}"#
        #expect(try await service.sendSignedIn("AnswerGlimp", unknown, by: bob).refusalCode == "request_not_found")
        service.clock.pass(seconds: hour)
        _ = try await service.sweep()
        // From the claim on it is as if it were new: it may be tried once more.
        #expect(try service.unsettled(record.media)?.state == .unused)
        service.clock.pass(seconds: 23 * hour - 1)
        #expect(try await service.sweep().uploads == 0)
        service.clock.pass(seconds: 1)
        #expect(try await service.sweep().uploads == 1)
        #expect(try !service.isThere(record))
    }

    @Test func aRetryFindsItsFirstOutcomeWhateverWasSwept() async throws {
        let record = try service.upload(by: bob, content: 1)
        let id = CommandID(rawValue: UUID())
        let body = #"{"request":"\#(UUID())","photo":{"media":"\#(record.media)"}}"#
        let first = try await service.sendSignedIn("AnswerGlimp", body, by: bob, id: id)
        #expect((first.refusalCode, first.isDuplicate) == ("request_not_found", false))
        service.clock.pass(seconds: 25 * hour)
        #expect(try await service.sweep().uploads == 1)
        let again = try await service.sendSignedIn("AnswerGlimp", body, by: bob, id: id)
        #expect((again.refusalCode, again.isDuplicate) == ("request_not_found", true))

        let used = try service.upload(by: bob, content: 2)
        let change = CommandID(rawValue: UUID())
        #expect(try await service.show(used, id: change).isAccepted)
        service.clock.pass(seconds: 100 * hour)
        #expect(try await service.sweep().uploads == 0)
        let retried = try await service.show(used, id: change)
        #expect(retried.isAccepted && retried.isDuplicate)
        #expect(try service.glimp.events("ProfilePictureChanged").count == 1)
    }

    @Test func whatIsUploadedAgainIsAsGoodAsNew() async throws {
        let record = try service.upload(by: bob, content: 1)
        service.clock.pass(seconds: 24 * hour - 1)
        #expect(try service.upload(by: bob, content: 1) == record)
        service.clock.pass(seconds: 24 * hour - 1)
        #expect(try await service.sweep().uploads == 0)
        #expect(try await service.show(record).isAccepted)
        // What is used already needs no write.
        service.clock.pass(seconds: 2 * hour)
        _ = try await service.sweep()
        #expect(try service.upload(by: bob, content: 1) == record)
        #expect(try service.unsettled(record.media) == nil)
    }

    @Test func ofOneContentOnlyTheUnusedPartsGo() async throws {
        let whole = try service.upload(by: bob, content: 1)
        let part = try service.upload(by: bob, content: 1, box: CropBox(x: 0, y: 0, size: 2))
        #expect(part.media != whole.media)
        let body = #"{"request":"\#(try await service.ask())","photo":{"media":"\#(part.media)"}}"#
        #expect(try await service.sendSignedIn("AnswerGlimp", body, by: bob).isAccepted)
        service.clock.pass(seconds: 24 * hour)
        #expect(try await service.sweep().uploads == 1)
        #expect(try !service.isThere(whole))
        #expect(try service.isThere(part))
        // Nor is another person's of the same content kept by it.
        let ada = try #require(try service.glimp.people.find("ada"))
        let hers = try service.upload(by: ada, content: 1)
        service.clock.pass(seconds: 24 * hour)
        #expect(try await service.sweep().uploads == 1)
        #expect(try !service.isThere(hers))
    }

    @Test func whatAnOperatorHasAnEventNameIsClaimedAndKept() async throws {
        let record = try service.upload(by: bob, content: 1)
        let photo =
            #"{"media":"\#(record.media)","sha256":"\#(Data(Service.sha256(1)).base64EncodedString())","#
            + #""mime":"image/png","width":3,"height":3,"bytes":9}"#
        #expect(try await service.send("ChangeProfilePicture", #"{"photo":\#(photo)}"#, as: "bob").isAccepted)
        #expect(try service.unsettled(record.media)?.state == .claimed)
        service.clock.pass(seconds: 24 * hour)
        #expect(try await service.sweep().uploads == 0)
        #expect(try service.isThere(record) && service.unsettled(record.media) == nil)
    }

    @Test func aBatchClaimsWithOneWrite() async throws {
        let records = try (0..<20).map { try service.upload(by: bob, content: $0) }
        let ada = try #require(try service.glimp.people.find("ada"))
        let hers = try service.upload(by: ada, content: 0)
        let commands = try (records + [hers]).map { record in
            try CommandCatalogue.receive(
                "ChangeProfilePicture", json: Array(#"{"photo":{"media":"\#(record.media)"}}"#.utf8))
        }
        let number = try service.indexNumber
        try await service.glimp.commands.claimUploads(of: commands, by: .actor(.user(bob)))
        #expect(try service.indexNumber == number + 1)
        for record in records { #expect(try service.unsettled(record.media)?.state == .claimed) }
        #expect(try service.unsettled(hers.media)?.state == .unused)
        // And none when they are submitted, nor when they are claimed a little later.
        for command in commands.dropLast() {
            #expect(
                try await service.glimp.commands.submit(command, by: .actor(.user(bob)), id: nil).outcome().isAccepted)
        }
        service.clock.pass(seconds: hour / 2 - 1)
        try await service.glimp.commands.claimUploads(of: commands, by: .actor(.user(bob)))
        #expect(try service.indexNumber == number + 1)
        service.clock.pass(seconds: 1)
        try await service.glimp.commands.claimUploads(of: commands, by: .actor(.user(bob)))
        #expect(try service.indexNumber == number + 2)
    }
}

extension Service {
    /// Grows with each commit to the index that changed something.
    var indexNumber: Int {
        get throws { try glimp.media.openIndex().environment.read { $0.number } }
    }
}
