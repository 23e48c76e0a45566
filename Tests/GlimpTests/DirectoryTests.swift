import EventLog
import Foundation
import LMDB
import Testing

/// Data directories that are missing, not whole, or of another kind: a clear message, the right code, nothing lost.
@Suite struct DirectoryTests {
    private let bench: Workbench
    private let lines: String

    static let commands: [[String]] = [
        ["log", "head"], ["log", "read"], ["log", "tail", "--limit", "1"], ["log", "stats"], ["log", "verify"],
        ["log", "checkpoint"], ["log", "key"], ["log", "prove", "inclusion", "1"],
        ["log", "prove", "consistency", "0"],
        ["query", "home", "ada"], ["projection", "list"], ["projection", "rebuild", "--all"],
        ["projection", "check", "--all"], ["projection", "retry", "--all"],
    ]
    private static let writing: [[String]] = [["send", "RegisterAccount", #"{"username":"zoe"}"#]]

    init() throws {
        bench = try Workbench()
        lines = try bench.file("lines", Line.friends())
    }

    private var written: [[String]] { Self.writing + [["apply", lines]] }

    private func fill() async throws {
        let ended = try await bench.glimp("apply", lines)
        try #require(ended.code == 0, "\(ended)")
    }

    private func expect(_ code: Int32, _ reason: String, of commands: [[String]], at data: String? = nil) async throws {
        for command in commands {
            let ended = try await bench.start(command + ["--data", data ?? bench.data]).ended()
            #expect(ended.code == code && !ended.wasKilled, "\(command): \(ended)")
            #expect(ended.errors.contains(reason) && ended.errors.hasPrefix("glimp: "), "\(command): \(ended)")
        }
    }

    private func edit(_ name: String, _ change: (inout Data) -> Void) throws {
        let url = URL(filePath: "\(bench.data)/\(name)")
        var content = try Data(contentsOf: url)
        change(&content)
        try content.write(to: url)
    }

    @Test func aMissingDirectoryIsMadeForWritingOnly() async throws {
        try await expect(69, bench.data, of: Self.commands)
        #expect(!FileManager.default.fileExists(atPath: bench.data))
        try await fill()
    }

    @Test func aFileIsNoDataDirectory() async throws {
        try await expect(69, lines, of: Self.commands + written, at: lines)
        try await expect(74, "Not a directory", of: written, at: lines + "/data")
    }

    @Test func aLostLogIsNeverMadeAnew() async throws {
        try await fill()
        try FileManager.default.moveItem(atPath: bench.data + "/log", toPath: bench.path + "/log")
        let before = try FileManager.default.contentsOfDirectory(atPath: bench.data).sorted()
        try await expect(69, "has no log/", of: Self.commands + written)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.data).sorted() == before)
        try FileManager.default.moveItem(atPath: bench.path + "/log", toPath: bench.data + "/log")
        #expect(try await bench.json("log", "head") == ["position": 4])
    }

    @Test func withoutItsKeysEveryNameWouldLookFree() async throws {
        try await fill()
        // What is about the log alone needs no key of the directory's.
        let opening = Self.commands.filter { !["verify", "checkpoint", "key", "prove"].contains($0[1]) } + written
        try edit("keys/hashing.key") { $0.removeLast() }
        try await expect(65, "keys/hashing.key", of: opening)
        // Another directory's: a sweep would find no photo used.
        try edit("keys/hashing.key") { $0 = Data(repeating: 7, count: 32) }
        try await expect(65, "not the key that the log was written with", of: opening + [["media", "sweep"]])
        try FileManager.default.removeItem(atPath: bench.data + "/keys")
        try await expect(69, "keys/hashing.key", of: opening)
        #expect(try await bench.json("log", "verify")["events"] == 4)
    }

    @Test func aNewerOrDamagedHeaderIsTold() async throws {
        try await fill()
        func header(_ change: ([UInt8]) -> [UInt8]) throws {
            let environment = try Environment(directory: bench.data + "/log", options: Environment.Options())
            let meta = try environment.openTable(TableDefinition("meta", keyedBy: String.self))
            try environment.write { transaction in
                let stored = try transaction.get("log", in: meta)?.withUnsafeBytes { Array($0) }
                try transaction.put(change(stored ?? []), for: "log", in: meta)
            }
            environment.close()
        }
        try header { $0 + [0] }
        try await expect(65, "header", of: Self.commands + written)
        try header { stored in Array(stored.dropLast()) }
        #expect(try await bench.json("log", "head") == ["position": 4])
        try header { [$0[0] ^ 0xFF] + $0.dropFirst() }
        try await expect(65, "log", of: Self.commands + written)
    }

    /// Changes a byte of a tag that no other event has: names are sealed.
    private func alterEvent13() async throws {
        let line = try await bench.jsonLines("log", "read", "--from", "13", "--limit", "1").first
        let tags = line?["tags"]?.items.compactMap(\.text) ?? []
        let tag = try #require(tags.first { $0.hasPrefix("username:") })
        try edit("log/data.mdb") { content in
            while let found = content.range(of: Data(tag.utf8)) { content[found.lowerBound] = UInt8(ascii: "q") }
        }
    }

    @Test func anAlteredRecordIsNamedAndNothingPastItIsServed() async throws {
        try await bench.glimp("apply", try bench.file("more", Line.people(20)))
        try await alterEvent13()
        let read = try await bench.glimp("log", "read", "--json")
        #expect(read.code == 65 && read.errors.contains("event 13"), "\(read)")
        #expect(read.output.split(separator: "\n").count == 12)
        let verify = try await bench.glimp("log", "verify")
        #expect(verify.code == 65 && verify.errors.contains("13"), "\(verify)")
        #expect(try await bench.jsonLines("log", "read", "--from", "14").count == 7)
    }

    @Test func aStoppedGroupGoesOnWhenItsEventCanBeReadAgain() async throws {
        try await bench.glimp("apply", try bench.file("more", Line.people(20)))
        let kept = try Data(contentsOf: URL(filePath: "\(bench.data)/log/data.mdb"))
        try await alterEvent13()
        try FileManager.default.removeItem(atPath: bench.data + "/projections/collections")
        let check = try await bench.glimp("projection", "check", "collections")
        #expect(check.code == 0 && check.errors.contains("stopped at position 13"), "\(check)")
        let stopped = try await bench.json("projection", "list").items.filter { $0["group"] == "collections" }
        #expect(stopped.allSatisfy { $0["state"] == "stopped" && $0["position"] == 12 }, "\(stopped)")

        let still = try await bench.glimp("projection", "retry", "friends")
        #expect(still.code == 65 && still.errors.contains("stopped again: collections"), "\(still)")
        #expect(still.output.contains("yes") && still.output.contains("position 13"), "\(still)")

        try kept.write(to: URL(filePath: "\(bench.data)/log/data.mdb"))
        let retried = try await bench.json("projection", "retry", "--all").items
        #expect(
            retried.map { $0["group"]?.text }
                == ["accounts", "collections", "photos", "feeds", "expiry", "activity"])
        #expect(retried.map { $0["retried"] == .bool(true) } == [false, true, false, false, false, false])
        #expect(retried.allSatisfy { $0["state"] == "live" && $0["position"] == 20 }, "\(retried)")
        #expect(try await bench.glimp("projection", "check", "--all").code == 0)
    }

    /// As a newer version, or a fault, might have written it: whole, but of no use.
    @Test func anEventThatCannotBeReadIsBadData() async throws {
        try await fill()
        let log = try EventLog(at: bench.data)
        let pair = try #require(
            try log.read(Query(types: ["FriendAccepted"]), from: nil, backwards: false, limit: 1).first)
        _ = try await log.append([
            Event(id: UUID(), type: "FriendRemoved", schemaVersion: 999, tags: pair.tags, payload: [1, 2, 3])
        ])
        log.close()
        let invite = try await bench.glimp("send", "InviteFriend", #"{"friend":"bob"}"#, "--as", "ada")
        #expect(invite.code == 65 && invite.errors.contains("position 5 can't be read"), "\(invite)")
        let read = try await bench.glimp("log", "read")
        #expect(read.code == 65, "\(read)")
        let rebuild = try await bench.glimp("projection", "rebuild", "collections")
        #expect(rebuild.code == 65 && rebuild.errors.contains("event 5 FriendRemoved"), "\(rebuild)")
    }

    @Test func aFileCutShortIsTold() async throws {
        try await fill()
        let file = bench.data + "/log/data.mdb"
        let size = try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
        for length in [size - 4096, 8192, 5000, 100] {
            #expect(truncate(file, length) == 0)
            try await expect(65, "log", of: Self.commands + written)
        }
    }

    @Test func aLostOrDamagedIndexIsMadeAgain() async throws {
        try await fill()
        let index = bench.data + "/index"
        for damage in [
            "rm -rf \(index)", "rm \(index)/current", "echo x > \(index)/current",
            "truncate -s 5000 \(index)/*/data.mdb", "head -c 60000 /dev/zero | tee \(index)/*/data.mdb > /dev/null",
            "rm \(index)/*/data.mdb",
        ] {
            #expect(try await bench.shell(damage).code == 0)
            #expect(try await bench.jsonLines("log", "read", "--type", "FriendInvited").count == 1, "\(damage)")
            #expect(try await bench.json("apply", lines)["duplicates"] == 4, "\(damage)")
            let verify = try await bench.glimp("log", "verify")
            #expect(verify.code == 0, "\(damage): \(verify)")
        }
    }

    @Test func damagedReadModelsAreMadeAgainFromTheLogAndSayWhy() async throws {
        try await fill()
        let group = bench.data + "/projections/collections"
        for damage in [
            "truncate -s 5000 \(group)/0*/data.mdb", "head -c 60000 /dev/zero | tee \(group)/0*/data.mdb > /dev/null",
            "echo x > \(group)/current", "rm -rf \(group)/0*",
        ] {
            #expect(try await bench.shell(damage).code == 0)
            let told = try await bench.json("projection", "list").items.filter { $0["group"] == "collections" }
            #expect(told.allSatisfy { $0["state"] == "damaged" && $0["reason"]?.text != nil }, "\(damage): \(told)")
            let home = try await bench.glimp("query", "home", "ada")
            #expect(home.code == 0 && home.output.contains("bob"), "\(damage): \(home)")
            let list = try await bench.glimp("projection", "list")
            #expect(list.code == 0 && list.output.contains("collections was made again: "), "\(damage): \(list)")
            let check = try await bench.glimp("projection", "check", "--all")
            #expect(check.code == 0, "\(damage): \(check)")
            #expect(try await bench.shell(damage).code == 0)
            let rebuild = try await bench.glimp("projection", "rebuild", "collections")
            #expect(rebuild.code == 0, "\(damage): \(rebuild)")
            #expect(try await bench.glimp("projection", "check", "--all").code == 0, "\(damage)")
        }
    }
}
