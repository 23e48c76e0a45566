import Foundation
import Testing

/// `glimp account export`: read back with a tar reader that is not ours.
@Suite struct ExportTests {
    let bench: Workbench
    let server: Server

    init() async throws {
        bench = try Workbench()
        server = try await Server(bench)
    }

    /// Two of one pixel.
    private func picture(_ number: Int) -> Data {
        Data(
            base64Encoded: [
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
            ][number]) ?? Data()
    }

    private func upload(_ number: Int, as token: String) async throws -> String {
        let file = try bench.file("picture.png", picture(number))
        let ended = try await bench.shell(
            "curl -sf -H 'Authorization: Bearer \(token)' --data-binary @\(file) http://127.0.0.1:\(server.port)/v1/media"
        )
        return try #require(try JSON(ended.output)["media"]?.text, "\(ended)")
    }

    /// What is in an archive, by Python's own reader: names, and contents in hexadecimal digits.
    private func read(_ archive: String) async throws -> [String: Data] {
        let script = """
            import json, sys, tarfile
            with tarfile.open(sys.argv[1], 'r:') as archive:
                members = archive.getmembers()
                assert len(set(m.name for m in members)) == len(members)
                assert all(m.isfile() and not m.name.startswith('/') and '..' not in m.name for m in members)
                assert members[0].name == 'README.txt' and members[-1].name == 'manifest.json'
                print(json.dumps({m.name: archive.extractfile(m).read().hex() for m in members}))
            """
        let ended = try await bench.shell("python3 '\(try bench.file("read.py", script.utf8))' '\(archive)'")
        try #require(ended.code == 0, "\(ended)")
        let members = try JSONDecoder().decode([String: String].self, from: Data(ended.output.utf8))
        return members.mapValues { hexadecimal in
            let digits = Array(hexadecimal.utf8)
            return Data(
                stride(from: 0, to: digits.count, by: 2).compactMap {
                    UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
                })
        }
    }

    private func send(_ command: String, _ body: String, as token: String) async throws {
        let answer = try await server.send("POST", "/v1/commands/\(command)", body, as: token)
        try #require(answer.status == 200, "\(command): \(answer)")
    }

    @Test func everythingAPersonHasIsInItAndNothingOfAStranger() async throws {
        let ada = try await server.register("ada")
        let (bob, eve) = (try await server.register("bob"), try await server.register("eve"))
        try await send("ChangeEmail", #"{"email":"bob@example.org"}"#, as: bob)
        try await send("ChangeDisplayName", #"{"displayName":"Stranger"}"#, as: eve)
        try await send("InviteFriend", #"{"friend":"bob"}"#, as: ada)
        try await send("AcceptFriend", #"{"inviter":"ada"}"#, as: bob)
        let (kept, hidden) = (Line.freshID(), Line.freshID())
        var photos: [String] = []
        for (number, request) in [kept, hidden].enumerated() {
            try await send("RequestGlimp", #"{"friends":["bob"],"requests":["\#(request)"]}"#, as: ada)
            photos.append(try await upload(number, as: bob))
            try await send(
                "AnswerGlimp", #"{"request":"\#(request)","photo":{"media":"\#(photos[number])"}}"#, as: bob)
        }
        try await send("HideGlimp", #"{"glimp":"\#(hidden)"}"#, as: ada)
        let (own, foreign) = (try await upload(0, as: ada), try await upload(0, as: eve))
        try await send("PostSnap", #"{"feed":"Memes","picture":{"photo":{"media":"\#(own)"}}}"#, as: ada)
        let seen = try await upload(1, as: eve)
        let snap = Line.freshID()
        try await send(
            "PostSnap", #"{"feed":"Memes","snap":"\#(snap)","picture":{"photo":{"media":"\#(seen)"}}}"#, as: eve)
        try await send("OpenSnap", #"{"snap":"\#(snap)"}"#, as: ada)
        let fetched = try await server.send("GET", "/v1/snaps/\(snap)/picture", as: ada, isJSON: false)
        #expect(fetched.status == 200)
        let hook = try await server.send("POST", "/v1/me/webhooks", #"{"url":"https://ada.example/hook"}"#, as: ada)
        let secret = try #require(hook.json["secret"]?.text, "\(hook)")
        try await send("BlockUser", #"{"user":"ada"}"#, as: eve)

        let archive = bench.path + "/ada.tar"
        let ended = try await bench.glimp("account", "export", "ADA", "--to", archive)
        try #require(ended.code == 0 && ended.errors.isEmpty, "\(ended)")
        let members = try await read(archive)
        func json(_ name: String) throws -> JSON {
            try JSON(String(decoding: try #require(members[name], "\(name)"), as: UTF8.self))
        }
        for (name, question) in [
            ("friends", "friends"), ("glimps-received", "gallery"), ("glimps-sent", "sent"),
            ("notifications", "notifications"),
        ] {
            let expected = try await bench.json("query", question, "ada")["items"]
            #expect(try json(name + ".json") == expected, "\(name)")
        }
        #expect(try json("profile.json")["username"] == "ada")
        #expect(try json("sessions.json").items.count == 1 && json("preferences.json")["pushed"]?.items.count == 4)
        #expect(try json("snaps-posted.json").items.first?["media"]?.text == own)
        let pictures = members.keys.filter { $0.hasPrefix("photos/") }
        #expect(Set(pictures) == ["photos/\(own).png", "photos/\(photos[0]).png"])
        for media in [own, photos[0]] {
            let served = try await bench.shell(
                "curl -sf -H 'Authorization: Bearer \(ada)' http://127.0.0.1:\(server.port)/v1/media/\(media)"
                    + " | sha256sum; tar -xOf \(archive) photos/\(media).png | sha256sum")
            let sums = served.output.split(separator: "\n")
            #expect(sums.count == 2 && sums.first == sums.last, "\(served)")
        }
        let everything = members.filter { !$0.key.hasPrefix("photos/") }.values.map {
            String(decoding: $0, as: UTF8.self)
        }.joined()
        for secret in ["bob@example.org", "Stranger", foreign, photos[1], seen, secret, "UserBlocked", ada] {
            #expect(!everything.contains(secret), "\(secret) is in it")
        }
        #expect(try json("snaps-opened.json").items.first?["snap"]?.text == snap)
        #expect(try json("webhooks.json").items.first?["url"]?.text == "https://ada.example/hook")
        let events = String(decoding: members["events.ndjson"] ?? Data(), as: UTF8.self)
        #expect(events.contains("AccountRegistered") && events.contains("SnapPosted"))
        #expect(try json("manifest.json")["missing"] == 0 && json("manifest.json")["photos"] == 2)
        let listed = try json("photos.json").items
        #expect(listed.compactMap { $0["file"]?.text }.sorted() == pictures.sorted() && listed.count == 2)
        #expect(listed.first { $0["media"]?.text == photos[0] }?["from"] != nil)
        let gnu = try await bench.shell("tar -tf \(archive)")
        #expect(
            gnu.code == 0 && gnu.errors.isEmpty
                && Set(gnu.output.split(separator: "\n").map(String.init)) == Set(members.keys))
    }

    @Test func whatIsThereIsNotReplacedAndNothingIsLeftOfWhatFails() async throws {
        let ada = try await server.register("ada")
        _ = try await upload(1, as: ada)
        let taken = try bench.file("taken.tar", "mine".utf8)
        #expect(try await bench.glimp("account", "export", "ada", "--to", taken).code == 1)
        #expect(try bench.content("taken.tar") == Data("mine".utf8))
        #expect(try await bench.glimp("account", "export", "zoe", "--to", bench.path + "/zoe.tar").code == 1)
        #expect(try await bench.glimp("account", "export", "ada", "--to", "/nowhere/at/all.tar").code == 74)
        #expect(!FileManager.default.fileExists(atPath: bench.path + "/zoe.tar"))
        // Ended while it writes, by the limit of a file's size: with the signal, or where that is ignored with the error.
        let killed = try await bench.shell("ulimit -f 8; exec \"$GLIMP\" account export ada --to killed.tar")
        #expect([74, SIGXFSZ, 128 + SIGXFSZ].contains(killed.code), "\(killed)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path).allSatisfy { !$0.contains("killed") })
        let piped = try await bench.start(["account", "export", "ada", "--to", "-"]).ended()
        #expect(piped.code == 0 && piped.output.contains("manifest.json"))
    }
    /// One is cut, one is gone: the rest is there, and the list says so.
    @Test func photosThatCantBeReadAreToldAndTheRestIsThere() async throws {
        let ada = try await server.register("ada")
        let (damaged, gone) = (try await upload(0, as: ada), try await upload(1, as: ada))
        func file(_ media: String) -> URL { URL(filePath: "\(bench.data)/media/files/\(media.suffix(2))/\(media)") }
        var sealed = try Data(contentsOf: file(damaged))
        sealed[sealed.count - 1] ^= 1
        try sealed.write(to: file(damaged))
        try FileManager.default.removeItem(at: file(gone))
        let archive = bench.path + "/ada.tar"
        let ended = try await bench.glimp("account", "export", "ada", "--to", archive)
        #expect(ended.code == 0, "\(ended)")
        let members = try await read(archive)
        #expect(!members.keys.contains { $0.hasPrefix("photos/") })
        let photos = try JSON(String(decoding: members["photos.json"] ?? Data(), as: UTF8.self)).items
        for media in [damaged, gone] {
            let photo = try #require(photos.first { $0["media"]?.text == media })
            #expect(photo["missing"]?.text == "corrupted" && photo["file"] == nil && photo["mime"]?.text == "image/png")
        }
        let manifest = try JSON(String(decoding: members["manifest.json"] ?? Data(), as: UTF8.self))
        #expect(manifest["missing"] == 2 && manifest["photos"] == 0)
    }
}
