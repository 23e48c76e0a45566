import Foundation
import Testing

/// Disks that are full or can't be written.
@Suite(.enabled(if: SmallDisk.isPossible, "needs the right to mount")) struct DiskTests {
    @Test func aFullDiskKeepsWhatWasAcknowledgedAndRoomIsAllItTakes() async throws {
        let disk = try SmallDisk(bytes: 3 << 20)
        let data = disk.path + "/data"
        let ballast = disk.path + "/ballast"
        try Data(repeating: 1, count: 1 << 20).write(to: URL(filePath: ballast))
        let bench = disk.bench
        let name = String(repeating: "x", count: 60)
        let people = Line.people(4_000).map { line in
            line.with { $0.body = $0.body.replacing("}", with: #","displayName":"\#(name)"}"#) }
        }
        let file = try bench.file("lines", people)
        let full = try await bench.glimp("apply", file, "--acks", bench.path + "/acks", "--data", data)
        #expect(full.code == 74 && full.errors.lowercased().contains("no space left"), "\(full)")
        let acks = try bench.content("acks").split(separator: UInt8(ascii: "\n")).count
        let events = try await bench.jsonLines("log", "read", "--data", data).count
        #expect(acks > 0 && acks <= events && events < people.count)
        #expect(try await bench.glimp("log", "verify", "--data", data).code == 0)
        try FileManager.default.removeItem(atPath: ballast)
        let some = try bench.file("some", Array(people.prefix(events + 100)))
        let onward = try await bench.json("apply", some, "--data", data)
        #expect(onward["duplicates"]?.int == events && onward["applied"] == 100, "\(onward)")
    }

    /// What an import of the past has seen in a transaction that came to nothing did not happen.
    @Test func aFullDiskStopsAnImportOfThePastWithThatReasonAndItGoesOn() async throws {
        let disk = try SmallDisk(bytes: 3 << 20)
        let (data, ballast) = (disk.path + "/data", disk.path + "/ballast")
        try Data(repeating: 1, count: 1 << 20).write(to: URL(filePath: ballast))
        let start = Date(timeIntervalSince1970: 1_500_000_000)
        let beginning = start.ISO8601Format()
        let friends = (1...50).map { "f\($0)" }
        let circle = friends.flatMap { friend -> [Line] in
            let lines: [Line] = [.register(friend), .invite(friend, by: "ada"), .accept("ada", by: friend)]
            return lines.map { line in line.with { $0.at = beginning } }
        }
        // Each is asked when the one before is over: an event and an expiry a line.
        let asked = (1...4_000).map { number in
            Line.ask(
                friends[number % friends.count], by: "ada", request: Line.freshID(), seconds: 60,
                at: start.addingTimeInterval(Double(number) * 60).ISO8601Format())
        }
        let lines = [.register("ada", at: beginning)] + circle + asked
        let file = try disk.bench.file("lines", lines)
        let full = try await disk.bench.glimp("apply", "--historical", file, "--data", data)
        #expect(full.code == 74 && full.errors.lowercased().contains("no space left"), "\(full)")
        try FileManager.default.removeItem(atPath: ballast)
        let head = try await disk.bench.json("log", "head", "--data", data)["position"]?.int ?? 0
        #expect(head > circle.count)
        let applied = circle.count + (head - circle.count) / 2
        let some = try disk.bench.file("some", Array(lines.prefix(applied + 50)))
        let onward = try await disk.bench.json("apply", "--historical", some, "--data", data)
        #expect(onward["refused"] == [:] && (onward["applied"]?.int ?? 0) >= 48, "\(onward)")
    }

    @Test func aRebuildThatTheDiskHasNoRoomForSaysSo() async throws {
        let disk = try SmallDisk(bytes: 16 << 20)
        let data = disk.path + "/data"
        let people = try disk.bench.file("people", Line.people(2_000))
        #expect(try await disk.bench.glimp("apply", people, "--data", data).code == 0)
        // Room for a new generation's first pages, not for its rows.
        let free = try #require(
            try FileManager.default.attributesOfFileSystem(forPath: disk.path)[.systemFreeSize] as? Int)
        try Data(repeating: 1, count: free - (300 << 10)).write(to: URL(filePath: disk.path + "/ballast"))
        let full = try await disk.bench.glimp("projection", "rebuild", "accounts", "--data", data)
        #expect(full.code == 74 && full.errors.contains("no space left"), "\(full)")
        #expect(try await disk.bench.glimp("query", "accounts", "p2000", "--data", data).code == 0)
    }

    @Test func aReadOnlyDirectoryIsToldAsSuch() async throws {
        let disk = try SmallDisk(bytes: 8 << 20)
        let bench = disk.bench
        let data = disk.path + "/data"
        #expect(try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#, "--data", data).code == 0)
        try disk.makeReadOnly()
        for command in DirectoryTests.commands + [["send", "RegisterAccount", #"{"username":"bob"}"#]] {
            let ended = try await bench.start(command + ["--data", data]).ended()
            #expect(ended.code == 74 && ended.errors.contains("read-only file system"), "\(command): \(ended)")
        }
        let new = try await bench.glimp("apply", "/dev/null", "--data", disk.path + "/new")
        #expect(new.code == 74 && new.errors.lowercased().contains("read-only file system"), "\(new)")
    }
}
