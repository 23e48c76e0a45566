import Foundation
import Testing

/// `glimp media` beside a server that runs.
@Suite struct MediaTests {
    let bench: Workbench
    let server: Server
    let ada: String

    /// Two pictures of one pixel.
    private static let pictures = [
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    ]

    init() async throws {
        bench = try Workbench()
        server = try await Server(bench)
        ada = try await server.register("ada")
    }

    private var url: String { "http://127.0.0.1:\(server.port)/v1/media" }

    /// - Returns: the upload's id.
    private func upload(_ number: Int) async throws -> String {
        let file = try bench.file("picture.png", try #require(Data(base64Encoded: Self.pictures[number])))
        let ended = try await bench.shell(
            "curl -sf -H 'Authorization: Bearer \(ada)' --data-binary @\(file) \(url)")
        return try #require(try JSON(ended.output)["media"]?.text, "\(ended)")
    }

    /// One that ada is shown with, with a rendition, and one that nobody uses.
    private func fill() async throws -> (used: String, unused: String) {
        let (used, unused) = (try await upload(0), try await upload(1))
        let change = #"{"photo":{"media":"\#(used)"}}"#
        #expect(try await server.send("POST", "/v1/commands/ChangeProfilePicture", change, as: ada).status == 200)
        let fetched = try await bench.shell(
            "curl -sf -H 'Authorization: Bearer \(ada)' \(url)/\(used)/square-75 | wc -c")
        #expect((Int(fetched.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) > 0)
        return (used, unused)
    }

    private func file(_ media: String) -> String { "\(bench.data)/media/files/\(media.suffix(2))/\(media)" }

    @Test func whatIsThereIsCountedCheckedAndMadeAgain() async throws {
        let (used, unused) = try await fill()
        let stats = try await bench.json("media", "stats")
        #expect(stats["all"]?["uploads"]?.int == 2 && stats["all"]?["renditions"]?.int == 6)
        #expect(stats["by_format"]?["image/png"]?["claimed"]?.int == 1)
        #expect(stats["by_format"]?["image/png"]?["unused"]?.int == 1)
        #expect(stats["by_format"]?["image/jpeg"]?["renditions"]?.int == 6)
        let table = try await bench.glimp("media", "stats")
        #expect(table.code == 0 && table.output.hasPrefix("format") && table.output.contains("\nall"), "\(table)")
        let check = try await bench.glimp("media", "check")
        #expect(check.code == 0 && check.output.hasPrefix("2 uploads of "), "\(check)")
        #expect(check.output.hasSuffix(" bytes, all of them whole; 6 renditions.\n"), "\(check)")
        let rebuild = try await bench.glimp("media", "rebuild")
        #expect(rebuild.code == 0 && rebuild.output == "6 renditions made anew, 0 removed.\n", "\(rebuild)")

        try Data([1]).write(to: URL(filePath: file(unused)))
        try FileManager.default.removeItem(atPath: file(used))
        let damaged = try await bench.glimp("media", "check")
        #expect(damaged.code == 65 && damaged.errors.contains("2 missing or damaged"), "\(damaged)")
        let found = try await bench.start(["media", "check", "--json"]).ended()
        let json = try JSON(found.output)
        #expect(found.code == 65 && json["found"]?["missing"]?.int == 1 && json["found"]?["damaged"]?.int == 1)
        let again = try await bench.glimp("media", "rebuild")
        #expect(again.code == 65 && again.errors.contains("the renditions of 1 upload can't be made"), "\(again)")
        // Ids are all that is told of anybody.
        for text in [table.output, check.output, damaged.output, found.output, again.errors] {
            #expect(!text.contains("ada"))
        }
    }

    @Test func aSweepBesideAServerRemovesWhatNobodyUsed() async throws {
        let (used, unused) = try await fill()
        let nothing = "0 uploads of 0 bytes, 0 renditions, 0 leftovers "
        #expect(try await bench.glimp("media", "sweep", "--dry-run").output == nothing + "would be removed.\n")
        #expect(try await bench.glimp("media", "sweep").output == nothing + "removed.\n")
        #expect(try await bench.json("media", "sweep")["uploads"]?.int == 0)
        for hours in ["0", "8761", "x"] {
            #expect(try await bench.glimp("media", "sweep", "--unused-hours", hours).code == 64, "\(hours)")
        }
        let leftover = "\(bench.data)/media/incoming/\(Line.freshID())"
        try Data([1]).write(to: URL(filePath: leftover))
        let foreseen = try await bench.json("media", "sweep", "--dry-run")
        #expect(foreseen["leftovers"]?.int == 1)
        #expect(try await bench.json("media", "sweep")["leftovers"]?.int == 1)
        for media in [used, unused] { #expect(FileManager.default.fileExists(atPath: file(media))) }
    }

    @Test func aDamagedIndexIsToldAndKillsNobody() async throws {
        _ = try await fill()
        server.process.signal(SIGTERM)
        #expect(await server.process.ended().code == 0)
        let path = "\(bench.data)/media/index/data.mdb"
        var bytes = try Data(contentsOf: URL(filePath: path))
        // All but the pages that say where the others are.
        for place in 8_192..<bytes.count { bytes[place] = 0xFF }
        try bytes.write(to: URL(filePath: path))
        let check = try await bench.glimp("media", "check")
        #expect(check.code == 65 && !check.wasKilled, "\(check)")
    }

    @Test func withoutPhotosNothingIsMade() async throws {
        let empty = try Workbench()
        let file = try empty.file("lines", [Line.register("ada")])
        #expect(try await empty.glimp("apply", file).code == 0)
        for arguments in [["stats"], ["check"], ["sweep"], ["sweep", "--dry-run"], ["rebuild"]] {
            let ended = try await empty.start(["media"] + arguments).ended()
            #expect(ended.code == 0, "\(arguments): \(ended)")
        }
        #expect(!FileManager.default.fileExists(atPath: empty.data + "/media"))
        let none = try Workbench()
        #expect(try await none.glimp("media", "check").code == 69)
    }
}
