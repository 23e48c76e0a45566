import Foundation
import Testing

/// `glimp account erase`: afterwards nothing that was the person's can be found in any file.
@Suite struct EraseTests {
    let bench: Workbench
    let server: Server

    init() async throws {
        bench = try Workbench()
        server = try await Server(bench)
    }

    private func send(_ command: String, _ body: String, as token: String) async throws {
        let answer = try await server.send("POST", "/v1/commands/\(command)", body, as: token)
        try #require(answer.status == 200, "\(command): \(answer)")
    }

    private func upload(_ file: String, as token: String) async throws -> String {
        let ended = try await bench.shell(
            "curl -sf -H 'Authorization: Bearer \(token)' --data-binary @\(file) http://127.0.0.1:\(server.port)/v1/media"
        )
        return try #require(try JSON(ended.output)["media"]?.text, "\(ended)")
    }

    /// The files under a directory that hold any of these texts.
    private func files(in directory: String, with texts: [String]) throws -> [String] {
        var found: [String] = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory) {
            guard let content = FileManager.default.contents(atPath: "\(directory)/\(name)") else { continue }
            for text in texts where content.range(of: Data(text.utf8)) != nil { found.append("\(name): \(text)") }
        }
        return found
    }

    private static let texts = [
        "zyxquibble", "zyx.mail@zyxample.org", "Zyxdisplay Quibbleton", "Zyxtitle of dawn", "zyxtagged",
        "zyxcomment beneath", "zyxalbum of mine", "zyxalbum renamed", "zyx.second@zyxample.org",
        // As search compares them.
        "zyxtitle", "zyxdisplay",
    ]

    @Test func nothingOfAnErasedPersonIsInAnyFileAndEverythingElseGoesOn() async throws {
        let bob = try await server.register("bob")
        let ada = try await server.register("Zyxquibble")
        for (command, body) in [
            ("ChangeEmail", #"{"email":"zyx.mail@zyxample.org"}"#),
            ("ChangeEmail", #"{"email":"zyx.second@zyxample.org"}"#),
            ("ChangeDisplayName", #"{"displayName":"Zyxdisplay Quibbleton"}"#),
            ("InviteFriend", #"{"friend":"bob"}"#),
        ] { try await send(command, body, as: ada) }
        try await send("AcceptFriend", #"{"inviter":"zyxquibble"}"#, as: bob)
        let picture = Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
        let file = try bench.file("picture.png", picture ?? Data())
        let (sent, shown) = (try await upload(file, as: ada), Line.freshID())
        let request = Line.freshID()
        try await send("RequestGlimp", #"{"friends":["zyxquibble"],"requests":["\#(request)"]}"#, as: bob)
        try await send("AnswerGlimp", #"{"request":"\#(request)","photo":{"media":"\#(sent)"}}"#, as: ada)
        try await send(
            "PublishPhoto",
            #"{"photo":{"media":"\#(sent)"},"photoId":"\#(shown)","title":"Zyxtitle of dawn","tags":["zyxtagged"],"#
                + #""place":{"latitude":48.85837,"longitude":2.294481}}"#, as: ada)
        try await send("CommentOnPhoto", #"{"photo":"\#(shown)","text":"zyxcomment beneath"}"#, as: ada)
        let album = Line.freshID()
        try await send("CreateAlbum", #"{"title":"zyxalbum of mine","album":"\#(album)"}"#, as: ada)
        try await send("RenameAlbum", #"{"title":"zyxalbum renamed","album":"\#(album)"}"#, as: ada)
        _ = try await bench.json("query", "search", "bob", "--text", "zyxtitle")

        // What is in clear would be found.
        #expect(try !files(in: bench.data, with: ["AlbumRenamed"]).isEmpty)
        // Sealed from the first: no name is in any file, before either.
        #expect(try files(in: bench.data, with: Self.texts) == [])
        let user = try #require(try await bench.json("query", "accounts", "zyxquibble")["userId"]?.text)
        let shared = try await bench.json("query", "shared", "bob", "zyxquibble")["items"]?.items ?? []
        #expect(shared.count == 1)
        // A backup of the log and of the keys, made before.
        _ = try await bench.shell("mkdir -p \(bench.path)/before && cp -r \(bench.data)/keys \(bench.path)/before/")
        let wrapping = try #require(
            FileManager.default.contents(atPath: "\(bench.path)/before/keys/people/1/wrapping.key"))

        let ended = try await bench.glimp("account", "erase", "zyxquibble", "--yes")
        try #require(ended.code == 0, "\(ended)")
        #expect(try files(in: bench.data, with: Self.texts) == [])
        for name in try FileManager.default.subpathsOfDirectory(atPath: bench.data) {
            let content = FileManager.default.contents(atPath: "\(bench.data)/\(name)") ?? Data()
            #expect(content.range(of: wrapping) == nil, "\(name) has the former wrapping key")
        }
        let media = try FileManager.default.subpathsOfDirectory(atPath: bench.data + "/media")
        #expect(media.allSatisfy { !$0.contains(sent) })

        // Bob, served by the other process, sees that somebody was there.
        try await poll("the lists say so") {
            let list = try await server.send("GET", "/v1/glimps/shared/\(user)", as: bob).json["items"]?.items ?? []
            return list.first?["answerer"]?["erased"] == .bool(true) && list.first?["answerer"]?["username"] == ""
        }
        #expect(try await server.send("GET", "/v1/friends", as: bob).json["items"]?.items == [])
        let fetched = try await server.send("GET", "/v1/media/\(sent)", as: bob, isJSON: false)
        #expect(fetched.status == 404)
        #expect(try await server.send("GET", "/v1/me", as: ada).status == 401)
        #expect(
            try await server.send("POST", "/v1/commands/InviteFriend", #"{"friend":"zyxquibble"}"#, as: bob).json[
                "code"]
                == "user_not_found")
        #expect(try await bench.glimp("account", "erase", "zyxquibble", "--yes").code == 0)

        server.process.signal(SIGTERM)
        _ = await server.process.ended()
        #expect(try files(in: bench.data, with: Self.texts) == [])
        let lines = try await bench.glimp("log", "read", "--json")
        #expect(lines.code == 0 && lines.output.contains(#""details":"erased""#) && !lines.output.contains("zyx"))
        #expect(try await bench.glimp("log", "verify").code == 0)
        let checked = try await bench.glimp("projection", "check", "--all")
        #expect(checked.code == 0, "\(checked)")
        #expect(try await bench.glimp("projection", "rebuild", "--all").code == 0)
        #expect(try files(in: bench.data, with: Self.texts) == [])

        // Keys of before the erasing, restored: destroyed again by whoever opens the directory.
        _ = try await bench.shell("rm -r \(bench.data)/keys && cp -r \(bench.path)/before/keys \(bench.data)/keys")
        let again = try await bench.glimp("log", "read", "--json")
        #expect(again.code == 0 && !again.output.lowercased().contains("zyx"), "\(again)")
        #expect(!FileManager.default.fileExists(atPath: bench.data + "/keys/people/1"))
    }

    @Test func nobodyIsErasedByAccident() async throws {
        let ada = try await server.register("ada")
        let asked = try await bench.glimp("account", "erase", "ada")
        #expect(asked.code == 64 && asked.errors.contains("--yes"), "\(asked)")
        #expect(try await bench.glimp("account", "erase", "nobody", "--yes").code == 1)
        #expect(try await server.send("GET", "/v1/me", as: ada).status == 200)
        // The person's own doing.
        let done = try await server.send("POST", "/v1/commands/EraseAccount", "{}", as: ada)
        #expect(done.status == 200, "\(done)")
        #expect(try await server.send("GET", "/v1/me", as: ada).status == 401)
    }

    /// Killed at any moment, it goes on when it is run again; what is there in between can be read.
    @Test func aKilledErasingGoesOn() async throws {
        let seed = SeededRandom.seed()
        var random = SeededRandom(seed)
        let data = bench.path + "/killed"
        let lines =
            [Line.register("zyxquibble"), .register("bob")] + Line.people(50)
            + (1...50).map { Line.invite("zyxquibble", by: "p\($0)") }
            + (1...20).map { number in
                Line(
                    actor: "zyxquibble", command: "CreateAlbum", body: #"{"title":"zyxalbum of mine \#(number)"}"#)
            }
        try #require(
            try await bench.glimp("apply", try bench.file("lines", lines), "--stop-on-refusal", "--data", data).code
                == 0)
        var kills = 0
        // The first at once, so that one is killed for certain; the others later and later.
        for round in 0..<8 as Range<UInt64> {
            let process = try bench.start(["account", "erase", "zyxquibble", "--yes", "--data", data])
            try await Task.sleep(for: .milliseconds(Int(random.next() % (1 + 30 * round))))
            process.signal(SIGKILL)
            if await process.ended().wasKilled { kills += 1 }
            let verified = try await bench.glimp("log", "verify", "--data", data)
            #expect(verified.code == 0, "seed \(seed): \(verified)")
        }
        let ended = try await bench.glimp("account", "erase", "zyxquibble", "--yes", "--data", data)
        #expect(ended.code == 0 && kills > 0, "seed \(seed), killed \(kills) times: \(ended)")
        let erased = try await bench.jsonLines("log", "read", "--type", "AccountErased", "--data", data)
        #expect(erased.count == 1, "seed \(seed)")
        let declined = try await bench.jsonLines("log", "read", "--type", "FriendDeclined", "--data", data)
        #expect(declined.count == 50, "seed \(seed)")
        let all = try await bench.glimp("log", "read", "--data", data)
        #expect(all.code == 0 && !all.output.contains("zyx") && all.output.contains("p50"), "seed \(seed)")
        #expect(try await bench.glimp("projection", "check", "--all", "--data", data).code == 0, "seed \(seed)")
        let generations = try FileManager.default.contentsOfDirectory(atPath: data + "/keys/people")
            .filter { $0.first?.isNumber == true }
        #expect(generations.count == 1, "seed \(seed): \(generations)")
    }
}
