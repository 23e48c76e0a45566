import Foundation
import Testing

@testable import GlimpGateway

/// Public photos over HTTP: what is answered, to whom, and what can't be asked.
@Suite struct HTTPPhotoTests {
    @Test func aPhotoIsPublishedFoundLikedAndCommentedOn() async throws {
        try await withHTTPGateway { gateway in
            let cast = try await PhotoCast(gateway)
            let (ada, bob) = (cast.ada, cast.bob)
            let seen = try await cast.get("/v1/photos/\(cast.photo)", as: bob)
            #expect(seen.json["likes"]?.number == 1 && seen.json["likedByMe"] == .boolean(true), "\(seen.text)")
            #expect(seen.json["comments"]?["total"]?.number == 1)
            #expect(seen.json["comments"]?["items"]?.items.first?["text"]?.text == "Lovely.")
            let photo = try #require(seen.json["photo"])
            #expect(photo["title"]?.text == "Città, dawn" && photo["owner"]?["username"]?.text == "ada")
            #expect(photo["takenAt"]?.text == "2026-01-02T03:04:05Z", "\(seen.text)")
            #expect(seen.text.contains(#""place":{"latitude":-17.000001,"longitude":180}"#), "\(seen.text)")
            let sizes = try #require(photo["sizes"]?.items)
            #expect(sizes.count == 7 && sizes.last?["url"]?.text == "/v1/media/\(cast.media)")
            for size in sizes {
                let picture = try await gateway.send("GET", size["url"]?.text ?? "", as: bob)
                #expect(picture.status == 200, "\(size)")
            }

            for path in [
                "/v1/users/ada/photos", "/v1/photos/search?text=CITTA", "/v1/photos/search?text=citt%C3%A0%20dawn",
                "/v1/photos/search?tags=new%20york,SEA", "/v1/photos/search?tags=sea,none&tagMode=any",
                "/v1/photos/search?text=dawn&tags=sea", "/v1/photos/nearby?lat=-17&lon=-179.9999&distance=100",
                "/v1/photos/nearby?lat=-17.0&lon=180",
            ] {
                let list = try await cast.get(path, as: bob)
                let items = try #require(list.json["items"]?.items, "\(path): \(list.text)")
                #expect(items.count == 1 && list.json["cursor"] == .null, "\(path): \(list.text)")
                #expect(items.first?["photo"] == photo || items.first == photo, "\(path)")
                #expect(list.json.members.keys.contains("total") == path.contains("/users/"))
            }
            for path in [
                "/v1/photos/search?text=dusk", "/v1/photos/search?tags=sea,none", "/v1/photos/nearby?lat=0&lon=0",
            ] { #expect(try await cast.get(path, as: bob).json["items"]?.items == [], "\(path)") }
            #expect(try await cast.get("/v1/users/bob/photos", as: bob).json["total"]?.number == 0)

            let album = try await cast.get("/v1/albums/\(cast.album)", as: bob)
            #expect(album.json["photos"]?["items"]?.items == [photo], "\(album.text)")
            #expect(album.json["album"]?["cover"] == photo && album.json["album"]?["photoCount"]?.number == 1)
            let albums = try await cast.get("/v1/users/ada/albums", as: bob)
            #expect(albums.json["items"]?.items == [try #require(album.json["album"])])

            let told = try await gateway.send("GET", "/v1/notifications", as: ada)
            let kinds = told.json["items"]?.items.map { $0["kind"]?.text }
            #expect(kinds == ["photo_commented", "photo_liked"], "\(told.text)")
            #expect(told.json["items"]?.items.allSatisfy { $0["photo"]?.text == cast.photo } == true)
        }
    }

    /// Each answer is that of something that never was.
    @Test func whomTheOwnerHasBlockedGetsTheAnswerOfWhatIsNotThere() async throws {
        try await withHTTPGateway { gateway in
            let cast = try await PhotoCast(gateway)
            let position = try await gateway.command("BlockUser", #"{"user":"bob"}"#, as: cast.ada)
            _ = try await cast.get("/v1/photos/search?text=dawn", as: cast.ada, waitingFor: position)
            let nothing = UUID().uuidString.lowercased()
            for (path, missing) in [
                ("/v1/photos/\(cast.photo)", "/v1/photos/\(nothing)"),
                ("/v1/albums/\(cast.album)", "/v1/albums/\(nothing)"),
                ("/v1/media/\(cast.media)", "/v1/media/\(nothing)"),
                ("/v1/media/\(cast.media)/320", "/v1/media/\(nothing)/320"),
            ] {
                let answer = try await cast.get(path, as: cast.bob)
                let other = try await cast.get(missing, as: cast.bob)
                #expect(answer.status == 404 && answer.code == other.code, "\(path): \(answer.text)")
                #expect(
                    answer.text.replacing(path.split(separator: "/")[2], with: "")
                        == other.text.replacing(missing.split(separator: "/")[2], with: ""), "\(path)")
            }
            // By her name too, or the two answers together would tell of the block.
            for path in [
                "/v1/users/ada/photos", "/v1/users/ada/albums", "/v1/users/by-name/ada", "/v1/glimps/shared/ada",
            ] {
                let answer = try await cast.get(path, as: cast.bob)
                let other = try await cast.get(path.replacing("ada", with: "nobody"), as: cast.bob)
                #expect(answer.code == "user_not_found" && answer.text == other.text, "\(answer.text)")
            }
            for (command, field) in [
                ("InviteFriend", "friend"), ("RemoveFriend", "friend"), ("RequestGlimp", "friends"),
            ] {
                var answers: Set<String> = []
                for name in ["ada", "nobody"] {
                    let value = field == "friends" ? #"["\#(name)"]"# : #""\#(name)""#
                    let answer = try await gateway.send(
                        "POST", "/v1/commands/\(command)", #"{"\#(field)":\#(value)}"#, as: cast.bob)
                    answers.insert(answer.text)
                }
                #expect(answers.count == 1, "\(command): \(answers)")
            }
            let found = try await cast.get("/v1/photos/search?text=dawn", as: cast.bob)
            #expect(found.json["items"]?.items == [], "\(found.text)")
            let near = try await cast.get("/v1/photos/nearby?lat=-17&lon=180", as: cast.bob)
            #expect(near.json["items"]?.items == [])
            // The owner hears no more of what bob has said, nor does anybody else.
            let seen = try await cast.get("/v1/photos/\(cast.photo)", as: cast.ada)
            #expect(seen.json["likes"]?.number == 0 && seen.json["comments"]?["total"]?.number == 0, "\(seen.text)")
            let cyd = try await gateway.register("cyd")
            #expect(try await cast.get("/v1/photos/\(cast.photo)", as: cyd).json["likes"]?.number == 0)
        }
    }

    @Test func aHundredPhotosAreAnsweredUnlessItIsSaid() async throws {
        try await withHTTPGateway { gateway in
            let ada = try await gateway.register("ada")
            // An upload is published a hundred times at most.
            let media = [
                try await gateway.upload(MediaWorld.picture(1), as: ada),
                try await gateway.upload(MediaWorld.picture(2), as: ada),
            ]
            let publications = (0..<101).map { number in
                #"{"id":"\#(UUID())","command":"PublishPhoto","body":{"photo":{"media":"\#(media[number % 2])"}}}"#
            }
            let batch = #"{"commands":[\#(publications.joined(separator: ","))]}"#
            let sent = try await gateway.send("POST", "/v1/commands", batch, as: ada)
            #expect(sent.status == 200, "\(sent.text)")
            let wait = ["Glimp-Wait-For": "102"]
            for (query, count) in [("", 100), ("?limit=101", 101), ("?limit=3", 3)] {
                let answer = try await gateway.send("GET", "/v1/users/ada/photos\(query)", as: ada, headers: wait)
                #expect(answer.json["items"]?.items.count == count && answer.json["total"]?.number == 101, "\(query)")
            }
        }
    }

    @Test func whatCannotBeAskedIsTold() async throws {
        try await withHTTPGateway { gateway in
            let ada = try await gateway.register("ada")
            for (path, status, code) in [
                ("/v1/users/ada/photos?limit=0", 422, "invalid_limit"),
                ("/v1/users/ada/photos?limit=-1", 422, "invalid_limit"),
                ("/v1/users/ada/photos?limit=501", 422, "invalid_limit"),
                ("/v1/users/ada/photos?limit=many", 422, "invalid_limit"),
                ("/v1/users/ada/photos?cursor=x", 422, "invalid_cursor"),
                ("/v1/users/nobody/photos", 404, "user_not_found"), ("/v1/users/nobody/albums", 404, "user_not_found"),
                ("/v1/users/\(UUID())/photos", 404, "user_not_found"),
                ("/v1/photos/x", 404, "photo_not_found"), ("/v1/albums/x", 404, "album_not_found"),
                ("/v1/photos/search", 422, "invalid_search"),
                ("/v1/photos/search?text=%20&tags=,", 422, "invalid_search"),
                ("/v1/photos/search?text=a&tagMode=none", 422, "invalid_tag_mode"),
                ("/v1/photos/nearby", 422, "invalid_place"), ("/v1/photos/nearby?lat=1", 422, "invalid_place"),
                ("/v1/photos/nearby?lat=90.1&lon=0", 422, "invalid_place"),
                ("/v1/photos/nearby?lat=0&lon=-180.000001", 422, "invalid_place"),
                ("/v1/photos/nearby?lat=nan&lon=0", 422, "invalid_place"),
                ("/v1/photos/nearby?lat=1e1&lon=0", 422, "invalid_place"),
                ("/v1/photos/nearby?lat=&lon=0", 422, "invalid_place"),
                ("/v1/photos/nearby?lat=0&lon=0&distance=0", 422, "invalid_distance"),
                ("/v1/photos/nearby?lat=0&lon=0&distance=50001", 422, "invalid_distance"),
                ("/v1/photos/nearby?lat=0&lon=0&distance=1.5", 422, "invalid_distance"),
            ] {
                let answer = try await gateway.send("GET", path, as: ada)
                #expect(answer.status == status && answer.code == code, "\(path): \(answer.text)")
            }
        }
    }
}

/// Ada has published a photo, which is in an album; Bob likes it and has written about it.
private struct PhotoCast {
    let gateway: HTTPGateway
    let ada: String
    let bob: String
    let media: String
    let photo = UUID().uuidString.lowercased()
    let album = UUID().uuidString.lowercased()

    init(_ gateway: HTTPGateway) async throws {
        self.gateway = gateway
        ada = try await gateway.register("ada")
        bob = try await gateway.register("bob")
        media = try await gateway.upload(MediaWorld.picture(1), as: ada)
        let publish = #"""
            {"photo":{"media":"\#(media)"},"photoId":"\#(photo)","title":"Città, dawn","tags":["Sea","New York"],
            "place":{"latitude":-17.000001,"longitude":180},
            "takenAt":"2026-01-02T03:04:05Z"}
            """#
        try await gateway.command("PublishPhoto", publish, as: ada)
        try await gateway.command("CreateAlbum", #"{"title":"Summer","album":"\#(album)"}"#, as: ada)
        try await gateway.command("AddToAlbum", #"{"album":"\#(album)","photo":"\#(photo)"}"#, as: ada)
        try await gateway.command("LikePhoto", #"{"photo":"\#(photo)"}"#, as: bob)
        let head = try await gateway.command("CommentOnPhoto", #"{"photo":"\#(photo)","text":"Lovely."}"#, as: bob)
        _ = try await get("/v1/users/ada/photos", as: ada, waitingFor: head)
        _ = try await gateway.send("GET", "/v1/home", as: ada, headers: ["Glimp-Wait-For": "\(head)"])
    }

    func get(_ path: String, as token: String, waitingFor position: Int? = nil) async throws -> HTTPAnswer {
        try await gateway.send(
            "GET", path, as: token, headers: position.map { ["Glimp-Wait-For": "\($0)"] } ?? [:])
    }
}
