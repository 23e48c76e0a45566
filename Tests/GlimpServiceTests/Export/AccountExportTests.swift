import EventLog
import Foundation
import GlimpDomain
import GlimpReadModels
import Testing

@testable import GlimpService

/// What an archive says of what has happened.
@Suite struct AccountExportTests {
    private func id() -> String { UUID().uuidString.lowercased() }

    private func publish(_ title: String, as name: String, in service: Service) async throws -> String {
        let photo = id()
        let digest = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        try await service.require(
            "PublishPhoto",
            #"{"photo":{"media":"\#(id())","sha256":"\#(digest)","mime":"image/png","width":9,"height":9,"bytes":99},"title":"\#(title)","photoId":"\#(photo)"}"#,
            as: name)
        return photo
    }

    private func comment(_ text: String, on photo: String, as name: String, in service: Service) async throws -> String
    {
        let comment = id()
        try await service.require(
            "CommentOnPhoto", #"{"photo":"\#(photo)","text":"\#(text)","comment":"\#(comment)"}"#, as: name)
        return comment
    }

    @Test func whatIsThereStillIsTold() async throws {
        let service = try await Service()
        try await service.require("RegisterAccount", #"{"username":"eve"}"#, as: "eve")
        let (mine, gone) = (
            try await publish("first title", as: "ada", in: service), try await publish("gone", as: "ada", in: service)
        )
        try await service.require("EditPhoto", #"{"photo":"\#(mine)","title":"second title"}"#, as: "ada")
        try await service.require("UnpublishPhoto", #"{"photo":"\#(gone)"}"#, as: "ada")
        var (likes, theirs): ([String], [String]) = ([], [])
        for title in ["liked", "unliked", "liked again", "unpublished"] {
            let photo = try await publish(title, as: "bob", in: service)
            theirs.append(photo)
            try await service.require("LikePhoto", #"{"photo":"\#(photo)"}"#, as: "ada")
        }
        for photo in theirs[1...2] { try await service.require("UnlikePhoto", #"{"photo":"\#(photo)"}"#, as: "ada") }
        try await service.require("LikePhoto", #"{"photo":"\#(theirs[2])"}"#, as: "ada")
        likes = [theirs[0], theirs[2]]
        let kept = try await comment("stays", on: theirs[0], as: "ada", in: service)
        let deleted = try await comment("goes", on: theirs[0], as: "ada", in: service)
        try await service.require("DeleteComment", #"{"comment":"\#(deleted)"}"#, as: "bob")
        _ = try await comment("goes with its photo", on: theirs[3], as: "ada", in: service)
        try await service.require("UnpublishPhoto", #"{"photo":"\#(theirs[3])"}"#, as: "bob")
        let received = try await comment("how nice", on: mine, as: "bob", in: service)
        _ = try await comment("of somebody who is blocked", on: mine, as: "eve", in: service)
        try await service.require("BlockUser", #"{"user":"eve"}"#, as: "ada")
        try await service.require("BlockUser", #"{"user":"bob"}"#, as: "ada")
        try await service.require("UnblockUser", #"{"user":"bob"}"#, as: "ada")

        let archive = try await Archive(service.export())
        #expect(try archive.texts("public-photos.json", "photo") == [mine])
        #expect(try archive.texts("public-photos.json", "title") == ["second title"])
        #expect(try archive.texts("likes.json", "photo") == likes)
        #expect(try archive.texts("comments.json", "comment") == [kept])
        #expect(try archive.texts("comments-received.json", "comment") == [received])
        let author = try #require(try archive.items("comments-received.json").first?["author"] as? [String: Any])
        #expect(author["username"] as? String == "bob")
        let blocked = try archive.items("blocked.json").compactMap { ($0["who"] as? [String: Any])?["username"] }
        #expect(blocked as? [String] == ["eve"])
        let all = try archive.names.filter { !$0.hasPrefix("photos/") }.map { try archive[$0] }.joined()
        #expect(!all.contains("of somebody who is blocked"))
        // What was is in the events, of what one has done oneself.
        #expect(try archive.events.contains { $0["type"] as? String == "PhotoUnliked" })
    }

    /// As the lists of albums show them to their owner.
    @Test func albumsAreAsTheirOwnerSeesThem() async throws {
        let service = try await Service()
        var photos: [String] = []
        for number in 0..<5 { photos.append(try await publish("photo \(number)", as: "ada", in: service)) }
        let albums = [id(), id(), id()]
        for album in albums {
            try await service.require("CreateAlbum", #"{"title":"an album","album":"\#(album)"}"#, as: "ada")
            for photo in photos {
                try await service.require("AddToAlbum", #"{"album":"\#(album)","photo":"\#(photo)"}"#, as: "ada")
            }
        }
        try await service.require("RenameAlbum", #"{"album":"\#(albums[0])","title":"holiday"}"#, as: "ada")
        try await service.require(
            "ReorderAlbum", #"{"album":"\#(albums[0])","photos":["\#(photos[3])","\#(photos[1])"]}"#, as: "ada")
        try await service.require(
            "SetAlbumCover", #"{"album":"\#(albums[0])","photo":"\#(photos[2])"}"#, as: "ada")
        try await service.require(
            "SetAlbumCover", #"{"album":"\#(albums[1])","photo":"\#(photos[4])"}"#, as: "ada")
        try await service.require(
            "RemoveFromAlbum", #"{"album":"\#(albums[0])","photo":"\#(photos[0])"}"#, as: "ada")
        try await service.require("AddToAlbum", #"{"album":"\#(albums[0])","photo":"\#(photos[0])"}"#, as: "ada")
        try await service.require("DeleteAlbum", #"{"album":"\#(albums[2])"}"#, as: "ada")
        try await service.require("UnpublishPhoto", #"{"photo":"\#(photos[4])"}"#, as: "ada")

        let archive = try await Archive(service.export())
        let told = try archive.items("albums.json")
        let ada = try #require(try service.glimp.people.find("ada"))
        let shown = try await service.glimp.readModels.albums(of: ada, for: ada).value.items
        #expect(told.count == 2 && shown.count == 2)
        for album in shown {
            let content = try await service.glimp.readModels.album(album.album, for: ada).value
            let one = try #require(told.first { $0["album"] as? String == "\(album.album)" })
            #expect(one["photos"] as? [String] == content.photos.items.map { "\($0.photo)" })
            #expect(one["title"] as? String == album.title)
            #expect(
                (one["cover"] as? String ?? (one["photos"] as? [String])?.first) == album.cover.map { "\($0.photo)" })
        }
    }

    /// However the log grows while an archive is written.
    @Test func everythingIsTrueForOnePosition() async throws {
        let service = try await Service()
        let photo = try await publish("theirs", as: "bob", in: service)
        let before = try await comment("before", on: photo, as: "ada", in: service)
        let export = try await service.export()
        #expect(try service.glimp.log.head() == export.position)
        var count = 0
        // After each piece: something more, and something less.
        let archive = try await Archive(export) {
            count += 1
            _ = try await comment("after \(count)", on: photo, as: "ada", in: service)
            try await service.require("ChangeDisplayName", #"{"displayName":"after \#(count)"}"#, as: "ada")
            guard count == 1 else { return }
            try await service.require("DeleteComment", #"{"comment":"\#(before)"}"#, as: "ada")
            try await service.require("BlockUser", #"{"user":"bob"}"#, as: "ada")
        }
        let head = try service.glimp.log.head()
        #expect(count > 0 && head > export.position)
        #expect(try archive.texts("comments.json", "comment") == [before])
        #expect(try archive.items("friends.json").count == 1 && archive.items("blocked.json").isEmpty)
        let position = export.position.rawValue
        #expect(try archive.object("manifest.json")["position"] as? UInt64 == position)
        #expect(try archive.object("profile.json")["position"] as? UInt64 == position)
        #expect(try archive["README.txt"].contains("position \(position) of the log"))
        #expect(try archive.events.allSatisfy { ($0["position"] as? UInt64 ?? .max) <= position })
        #expect(try !archive["events.ndjson"].contains("after"))
    }

    /// What is made of much is not longer in memory than what is made of little.
    @Test func piecesStaySmallHoweverMuchThereIs() async throws {
        let service = try await Service()
        let photo = try await publish("theirs", as: "bob", in: service)
        let (ada, bob) = (
            try #require(try service.glimp.people.find("ada")), try #require(try service.glimp.people.find("bob"))
        )
        let text = String(repeating: "long ", count: 50)
        let comments = try (0..<3_000).map { _ in
            try service.stored(
                .commentAdded(
                    CommentAdded(
                        comment: CommentID(rawValue: UUID()), photo: try #require(PhotoID(photo)), owner: bob,
                        author: ada, text: text)))
        }
        _ = try await service.glimp.log.append(comments, condition: nil)
        let archive = try await Archive(service.export())
        #expect(try archive.items("comments.json").count == 3_000)
        #expect(archive.largestPiece <= 1 << 18, "\(archive.largestPiece)")
        #expect(try archive["events.ndjson"].utf8.count > 1 << 20)
    }

    /// As of a glimp that was imported without its photo.
    @Test func aMissingPhotoIsToldAndEndsNothing() async throws {
        let service = try await Service()
        let request = try await service.ask()
        #expect(try await service.answer(request).isAccepted)
        let archive = try await Archive(service.export())
        #expect(try archive.texts("photos.json", "missing") == ["not_found"])
        #expect(try archive.object("manifest.json")["missing"] as? Int == 1)
        #expect(archive.names == ExportFile.all.map(\.name))
    }
}

extension Service {
    fileprivate func require(
        _ command: String, _ body: String, as name: String, location: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await send(command, body, as: name)
        try #require(outcome.isAccepted, "\(command): \(outcome)", sourceLocation: location)
    }
}
