import Credentials
import EventLog
import Foundation
import GlimpDomain
import GlimpService
import HTTPTypes
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpGateway

/// Ben posts; ada opens, from two devices; cleo looks on.
@Suite struct FeedEndpointTests {
    let world: MediaWorld
    init() async throws { world = try await MediaWorld() }

    private func command(
        _ name: String, _ body: String, as person: String, id: String? = nil
    ) async throws -> MediaWorld.Reply {
        var headers = HTTPFields()
        if let id, let field = HTTPField.Name("Idempotency-Key") { headers[field] = id }
        return try await world.request(.post, "/v1/commands/\(name)", as: person, headers, body: Array(body.utf8))
    }

    private func code(_ reply: MediaWorld.Reply) throws -> String? { try reply.json()["code"] as? String }

    /// - Returns: the snap's id.
    private func post(_ picture: String, to feed: String = "Memes") async throws -> String {
        let snap = UUID().uuidString.lowercased()
        let body = #"{"feed":"\#(feed)","picture":\#(picture),"snap":"\#(snap)"}"#
        #expect(try await command("PostSnap", body, as: "ben").status == 200)
        return snap
    }

    private func upload(_ bytes: [UInt8]) async throws -> String {
        let reply = try await world.request(.post, "/v1/media", as: "ben", body: bytes)
        return try #require(try reply.json()["media"] as? String)
    }

    private func open(_ snap: String, as person: String = "ada") async throws -> MediaWorld.Reply {
        try await command("OpenSnap", #"{"snap":"\#(snap)"}"#, as: person)
    }

    private func fetch(
        _ snap: String, as person: String = "ada", _ method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:]
    ) async throws -> MediaWorld.Reply {
        try await world.request(method, "/v1/snaps/\(snap)/picture", as: person, headers)
    }

    @Test func aSnapIsSeenOnce() async throws {
        let media = try await upload(MediaWorld.picture())
        let snap = try await post(#"{"photo":{"media":"\#(media)"}}"#)
        let unopened = try await fetch(snap)
        #expect(unopened.status == 409)
        #expect(try code(unopened) == "snap_not_opened")
        #expect(try await open(snap).status == 200)
        // Looking whether it is there uses up nothing.
        var heads: [String?] = []
        for _ in 0..<2 {
            let head = try await fetch(snap, .head)
            #expect(head.status == 200 && head.headers[.contentType] == "image/png")
            heads.append(head.headers[.contentLength])
        }
        let seen = try await fetch(snap, .get, [.range: "bytes=0-3", .ifNoneMatch: "*"])
        #expect(seen.status == 200)
        let own = try await world.request(.get, "/v1/media/\(media)", as: "ben")
        #expect(seen.body == own.body && !seen.body.isEmpty)
        #expect(heads == [String(seen.body.count), String(seen.body.count)])
        #expect(seen.headers[.contentType] == "image/png")
        #expect(seen.headers[.cacheControl] == "no-store")
        #expect(seen.headers[.eTag] == nil && seen.headers[.contentRange] == nil)
        #expect(seen.headers[.acceptRanges] == "none")
        // And never again, on any way.
        for _ in 0..<2 {
            for reply in [
                try await fetch(snap), try await open(snap),
                try await world.request(.get, "/v1/media/\(media)", as: "ada"),
                try await world.request(.get, "/v1/media/\(media)", as: "ada", [.range: "bytes=0-3"]),
            ] {
                #expect(reply.status == 410)
                #expect(try code(reply) == "snap_already_viewed")
            }
            #expect(try await fetch(snap, .head).status == 410)
            for rendition in Rendition.allCases {
                let reply = try await world.request(.get, "/v1/media/\(media)/\(rendition.rawValue)", as: "ada")
                #expect(reply.status == 410, "\(rendition)")
            }
        }
        // Others have a view of their own, and none of hers.
        #expect(try await world.request(.get, "/v1/media/\(media)", as: "cleo").status == 404)
        #expect(try await fetch(snap, as: "cleo").status == 409)
        #expect(try await open(snap, as: "cleo").status == 200)
        #expect(try await fetch(snap, as: "cleo").body == own.body)
    }

    @Test func ofTwoDevicesThatRaceOneSeesIt() async throws {
        for _ in 0..<5 {
            let snap = try await post(#"{"catalogue":"cat"}"#)
            let opened = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await open(snap).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(opened.sorted() == [200] + Array(repeating: 410, count: 7))
            let fetched = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await fetch(snap).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(fetched.sorted() == [200] + Array(repeating: 410, count: 7))
        }
    }

    @Test func theFetchIsTheSessionsThatOpened() async throws {
        let snap = try await post(#"{"catalogue":"dog"}"#)
        let ada = try #require(world.users["ada"])
        let other = try await world.credentials.openSession(for: ada.rawValue, label: "tablet").accessToken.text
        #expect(try await open(snap).status == 200)
        #expect(try await world.request(.get, "/v1/snaps/\(snap)/picture", as: other).status == 410)
        #expect(try await fetch(snap).status == 200)
    }

    @Test func aRetryOfOpeningGrantsNoSecondFetch() async throws {
        let snap = try await post(#"{"catalogue":"dog"}"#)
        let (id, body) = (UUID().uuidString, #"{"snap":"\#(snap)"}"#)
        #expect(try await command("OpenSnap", body, as: "ada", id: id).status == 200)
        #expect(try await fetch(snap).status == 200)
        #expect(try await command("OpenSnap", body, as: "ada", id: id).status == 200)
        #expect(try await fetch(snap).status == 410)
    }

    @Test func whatCannotBeReadCostsNoView() async throws {
        let media = try await upload(MediaWorld.picture(3))
        let snap = try await post(#"{"photo":{"media":"\#(media)"}}"#)
        #expect(try await open(snap).status == 200)
        let file = "\(world.path)/media/files/\(media.suffix(2))/\(media)"
        let kept = try Data(contentsOf: URL(filePath: file))
        var damaged = kept
        damaged[40] ^= 1
        try damaged.write(to: URL(filePath: file))
        #expect(try await fetch(snap).status == 500)
        try kept.write(to: URL(filePath: file))
        #expect(try await fetch(snap).status == 200)
    }

    @Test func whoIsBlockedAndWhatIsDeletedIsGone() async throws {
        let (first, second) = (try await post(#"{"catalogue":"cat"}"#), try await post(#"{"catalogue":"cat"}"#))
        #expect(try await open(first).status == 200)
        #expect(try await open(second).status == 200)
        let deletion = #"{"snap":"\#(second)"}"#
        #expect(try await command("DeleteSnap", deletion, as: "ada").status == 403)
        #expect(try await command("DeleteSnap", deletion, as: "operator").status == 200)
        #expect(try await fetch(second).status == 410)
        try await world.send("BlockUser", #"{"user":"ada"}"#, as: "ben")
        #expect(try await fetch(first).status == 410)
        #expect(try await open(try await post(#"{"catalogue":"cat"}"#)).status == 404)
        #expect(try await fetch(UUID().uuidString).status == 404)
        #expect(try await fetch("nonsense").status == 404)
    }

    @Test func feedsAreRead() async throws {
        let snap = try await post(#"{"catalogue":"cat"}"#, to: "dog spots")
        #expect(try await open(snap).status == 200)
        try await world.glimp.catchUpReadModels()
        let all = try await world.request(.get, "/v1/feeds", as: "ada").json()
        let feeds = try #require(all["feeds"] as? [[String: Any]])
        #expect(feeds.map { $0["name"] as? String } == ["Memes", "Dog spots", "Random"])
        #expect(feeds.map { ($0["items"] as? [Any])?.count } == [0, 1, 0])
        let one = try await world.request(.get, "/v1/feeds/Dog%20spots?limit=1", as: "ada").json()
        let item = try #require((one["items"] as? [[String: Any]])?.first)
        #expect(Set(item.keys) == ["snap", "poster", "postedAt", "age", "read"])
        #expect(item["snap"] as? String == snap)
        #expect(item["age"] as? String == "0 minutes ago")
        #expect(item["read"] as? Bool == true)
        #expect((item["poster"] as? [String: Any])?["username"] as? String == "ben")
        let own = try await world.request(.get, "/v1/feeds/Dog%20spots", as: "ben").json()
        #expect((own["items"] as? [[String: Any]])?.first?["read"] as? Bool == true, "one's own is nothing unread")
        let cleo = try await world.request(.get, "/v1/feeds/Dog%20spots", as: "cleo").json()
        #expect((cleo["items"] as? [[String: Any]])?.first?["read"] as? Bool == false)
        #expect(try await world.request(.get, "/v1/feeds/Cats", as: "ada").status == 404)
        #expect(try await world.request(.get, "/v1/feeds?limit=0", as: "ada").status == 422)
        // Nothing that leads to the picture.
        #expect(!String(describing: all).contains("media"))
    }

    @Test func theCatalogueIsSmallAndShownToAll() async throws {
        let reply = try await world.request(.get, "/v1/catalogue")
        let names = try #require(try reply.json()["pictures"] as? [String])
        #expect(names == PictureCatalogue.names)
        for name in names {
            let picture = try await world.request(.get, "/v1/catalogue/\(name)")
            #expect(picture.status == 200 && picture.headers[.contentType] == "image/png")
            #expect(PictureFormat(magic: Array(picture.body.prefix(64))) == .png)
            #expect(picture.body.count < 16_384, "\(name)")
        }
        #expect(try await world.request(.get, "/v1/catalogue/unicorn").status == 404)
    }
}
