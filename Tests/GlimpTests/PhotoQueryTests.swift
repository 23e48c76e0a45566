import Foundation
import Testing

/// `glimp query` of public photos: the shape of each answer, and what can't be asked.
@Suite struct PhotoQueryTests {
    private let bench: Workbench
    private let photos = (0..<5).map { _ in Line.freshID() }
    private let album = Line.freshID()

    /// Ada publishes five photos, one step north of each other, some of them in an album; Bob says something; Eve is blocked.
    init() async throws {
        bench = try Workbench()
        func does(_ name: String, _ command: String, _ body: String) -> Line {
            Line(actor: name, command: command, body: body)
        }
        var lines: [Line] = [.register("ada"), .register("bob"), .register("eve")]
        for (number, photo) in photos.enumerated() {
            let body = #"""
                {"photoId":"\#(photo)","photo":{"media":"\#(Line.freshID())","mime":"image/jpeg","width":800,"height":600,
                "bytes":9,"sha256":"\#(Data(repeating: 7, count: 32).base64EncodedString())"},"title":"Dawn \#(number)",
                "tags":["sea","n\#(number % 2)"],"place":{"latitude":-33.86\#(8 - number)82,
                "longitude":151.20929}}
                """#
            lines.append(does("ada", "PublishPhoto", body.replacing("\n", with: "")))
        }
        lines.append(does("ada", "CreateAlbum", #"{"title":"Summer","album":"\#(album)"}"#))
        for photo in photos.prefix(4) {
            lines.append(does("ada", "AddToAlbum", #"{"album":"\#(album)","photo":"\#(photo)"}"#))
        }
        lines += [
            does("ada", "ReorderAlbum", #"{"album":"\#(album)","photos":["\#(photos[3])"]}"#),
            does("bob", "LikePhoto", #"{"photo":"\#(photos[0])"}"#),
            does("bob", "CommentOnPhoto", #"{"photo":"\#(photos[0])","text":"Lovely,\nAda."}"#),
            does("ada", "BlockUser", #"{"user":"eve"}"#),
        ]
        let ended = try await bench.glimp("apply", try bench.file("lines", lines), "--stop-on-refusal")
        try #require(ended.code == 0, "\(ended)")
    }

    private func ids(_ list: JSON?) -> [String] { list?["items"]?.items.compactMap { $0["photo"]?.text } ?? [] }

    @Test func aPhotostreamIsNewestFirstInPages() async throws {
        let whole = try await bench.json("query", "photos", "bob", "ada")
        #expect(whole.keys == ["position", "total", "items", "cursor"] && whole["total"]?.int == 5)
        #expect(ids(whole) == photos.reversed())
        let first = try await bench.json("query", "photos", "ada", "--limit", "3")
        let rest = try await bench.json("query", "photos", "ada", "--cursor", first["cursor"]?.text ?? "")
        #expect(ids(first) + ids(rest) == photos.reversed())
        let none = try await bench.json("query", "photos", "bob")
        #expect(none["total"]?.int == 0 && none["items"]?.items == [])
        let text = try await bench.glimp("query", "photos", "bob", "ada").output
        #expect(text.contains("Photos (5)") && text.contains("Dawn 4") && text.contains("sea, n0"))
    }

    @Test func rowsThatAreLostAreMadeAgain() async throws {
        try FileManager.default.removeItem(atPath: "\(bench.data)/projections/photos")
        #expect(ids(try await bench.json("query", "photos", "bob", "ada")) == photos.reversed())
    }

    @Test func aPhotoIsShownWithWhatPeopleSay() async throws {
        let detail = try await bench.json("query", "photo", "bob", photos[0])
        #expect(detail["likes"]?.int == 1 && detail["comments"]?["total"]?.int == 1)
        #expect(detail["photo"]?["sizes"]?.items.count == 7)
        let text = try await bench.glimp("query", "photo", "bob", photos[0]).output
        #expect(
            text.contains("likes         1\n") && text.contains("liked by bob  yes\n") && text.contains("Lovely, Ada.")
                && text.contains("-33.86882, 151.20929"))
    }

    @Test func whoDoesNotLikeAPhotoIsToldSo() async throws {
        let text = try await bench.glimp("query", "photo", "ada", photos[0]).output
        #expect(text.contains("likes         1\n") && text.contains("liked by ada  no\n"), "\(text)")
    }

    @Test func albumsAreShownInTheirOrder() async throws {
        let albums = try await bench.json("query", "albums", "bob", "ada")
        #expect(albums["items"]?.items.compactMap { $0["photoCount"]?.int } == [4])
        let content = try await bench.json("query", "album", "bob", album)
        #expect(ids(content["photos"]) == [photos[3], photos[0], photos[1], photos[2]])
        #expect(try await bench.glimp("query", "album", "bob", album).output.contains("Summer, by ada (4)"))
        #expect(try await bench.glimp("query", "albums", "bob", "ada").output.contains("Albums (1)"))
    }

    @Test func photosAreFound() async throws {
        #expect(ids(try await bench.json("query", "search", "bob", "--text", "dawn")) == photos.reversed())
        let both = try await bench.json("query", "search", "bob", "--tags", "SEA,n1")
        #expect(ids(both) == [photos[3], photos[1]] && both.keys == ["position", "items", "cursor"])
        let any = try await bench.json("query", "search", "bob", "--tags", "n0,n1", "--tag-mode", "any", "--text", "3")
        #expect(ids(any) == [photos[3]])
        let near = try await bench.json("query", "nearby", "bob", "--lat", "-33.86882", "--lon", "151.20929")
        #expect(near["items"]?.items.compactMap { $0["photo"]?["photo"]?.text } == photos)
        let text = try await bench.glimp(
            "query", "nearby", "bob", "--lat", "-33.86882", "--lon", "151.20929", "--distance", "120"
        ).output
        #expect(text.contains("Nearby (2 here)") && text.contains("111  Dawn 1"))
    }

    @Test func whomTheOwnerHasBlockedFindsNothing() async throws {
        for (question, what) in [("photos", "ada"), ("albums", "ada"), ("photo", photos[0]), ("album", album)] {
            let ended = try await bench.glimp("query", question, "eve", what)
            #expect(ended.code == 1 && ended.errors.contains("_not_found"), "\(ended)")
        }
        #expect(ids(try await bench.json("query", "search", "eve", "--text", "dawn")) == [])
        let near = try await bench.json("query", "nearby", "eve", "--lat", "-33.86882", "--lon", "151.20929")
        #expect(near["items"]?.items == [])
    }

    @Test func whatCannotBeAskedIsTold() async throws {
        for (arguments, code, reason) in [
            (["photo", "ada"], 64, "needs the photo's id"), (["photo", "ada", "x"], 64, "UUID"),
            (["photo", "ada", Line.freshID()], 1, "photo_not_found"),
            (["album", "ada", Line.freshID()], 1, "album_not_found"),
            (["photos", "ada", "nobody"], 1, "user_not_found"), (["photos", "ada", "--limit", "0"], 64, "--limit"),
            (["photos", "ada", "--limit", "many"], 64, "limit"), (["search", "ada"], 64, "search for"),
            (["search", "ada", "bob"], 64, "bob"), (["friends", "ada", "--text", "x"], 64, "`search`"),
            (["nearby", "ada", "--lat", "1"], 64, "--lon"),
            (["nearby", "ada", "--lat", "91", "--lon", "0"], 64, "--lat"),
            (["nearby", "ada", "--lat", "1", "--lon", "0", "--distance", "0"], 64, "--distance"),
            (["photos", "ada", "--lat", "1"], 64, "`nearby`"),
        ] as [([String], Int32, String)] {
            let ended = try await bench.start(["query"] + arguments).ended()
            #expect(ended.code == code && ended.errors.contains(reason), "\(arguments): \(ended)")
        }
    }
}
