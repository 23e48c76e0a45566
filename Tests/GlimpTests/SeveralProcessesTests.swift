import Foundation
import Testing

/// Several processes on one data directory.
@Suite struct SeveralProcessesTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    @Test func twoImportsWithCommonLinesGiveEachCommandOneOutcome() async throws {
        let common = Line.people(300, prefix: "both")
        func mixed(_ own: [Line]) -> [Line] { zip(common, own).flatMap { [$0, $1] } }
        let files = try ["a", "b"].map { try bench.file($0, mixed(Line.people(300, prefix: $0))) }
        let running = try files.map { try bench.start(["apply", $0, "--json", "--acks", $0 + ".acks"]) }
        var applied = 0
        var acknowledged: [JSON: JSON] = [:]
        for (process, file) in zip(running, ["a", "b"]) {
            let ended = await process.ended()
            #expect(ended.code == 0, "\(ended)")
            let summary = try JSON(ended.output)
            applied += summary["applied"]?.int ?? 0
            #expect((summary["applied"]?.int ?? 0) + (summary["duplicates"]?.int ?? 0) == 600)
            for line in try bench.content(file + ".acks").split(separator: UInt8(ascii: "\n")) {
                let ack = try JSON(String(decoding: line, as: UTF8.self))
                let (id, position) = (ack["id"] ?? .null, ack["position"] ?? .null)
                #expect(acknowledged[id] == nil || acknowledged[id] == position)
                acknowledged[id] = position
            }
        }
        #expect(applied == 900 && acknowledged.count == 900)
        let events = try await bench.jsonLines("log", "read")
        #expect(events.compactMap { $0["position"]?.int } == Array(1...900))
        #expect(events.allSatisfy { acknowledged[$0["commandId"] ?? .null] == $0["position"] })
        #expect(try await bench.glimp("projection", "check", "--all").code == 0)
        #expect(try await bench.glimp("log", "verify").code == 0)
    }

    @Test func readModelsAreRebuiltAskedAndCheckedWhileAnImportRuns() async throws {
        let pipe = bench.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let writer = try #require(FileHandle(forUpdatingAtPath: pipe))
        let apply = try bench.start(["apply", pipe, "--acks", bench.path + "/acks"])
        let people = Line.people(200)
        for part in 0..<4 {
            let lines = people[part * 50..<part * 50 + 50].map(\.text).joined(separator: "\n") + "\n"
            try writer.write(contentsOf: Data(lines.utf8))
            try await poll("part \(part) is acknowledged") {
                (try? bench.content("acks"))?.count { $0 == UInt8(ascii: "\n") } == (part + 1) * 50
            }
            for arguments in [
                ["query", "home", "p\((part + 1) * 50)"], ["projection", "rebuild", "--all"], ["projection", "list"],
                ["projection", "check", "--all"], ["log", "verify"], ["query", "accounts", "p1"],
            ] {
                let ended = try await bench.start(arguments).ended()
                #expect(ended.code == 0 && ended.errors.isEmpty, "\(arguments): \(ended)")
            }
        }
        try writer.close()
        let ended = await apply.ended()
        #expect(ended.code == 0 && ended.errors == "glimp: made a new data directory at \(bench.data)\n", "\(ended)")
        for row in try await bench.json("projection", "list").items {
            #expect(row["position"] == 200 && row["lag"] == 0 && row["state"] == "live", "\(row)")
        }
    }

    @Test func aQuestionWaitsOnlyForTheRowsThatAnswerIt() async throws {
        let file = try bench.file("lines", Line.friends())
        #expect(try await bench.glimp("apply", file).code == 0)
        func lockRows(of group: String) throws -> FileHandle {
            let directory = "\(bench.data)/projections/\(group)"
            // Somebody owns the group, and there is nothing in it yet.
            try FileManager.default.removeItem(atPath: directory)
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
            try Data().write(to: URL(filePath: directory + "/owner.lock"))
            let lock = try FileHandle(forWritingTo: URL(filePath: directory + "/owner.lock"))
            try #require(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
            return lock
        }
        let expiry = try lockRows(of: "expiry")
        let home = try await bench.glimp("query", "home", "ada")
        #expect(home.code == 0 && home.errors.isEmpty, "\(home)")
        let collections = try lockRows(of: "collections")
        let profile = try await bench.glimp("query", "accounts", "ada")
        #expect(profile.code == 0 && profile.errors.isEmpty, "\(profile)")
        try expiry.close()
        try collections.close()
    }

    @Test func aRequestThatBecomesDueExpiresOnceInWhicheverProcess() async throws {
        // Asked a minute ago, as far as the log knows: it becomes due in a moment.
        let asked = Date(timeIntervalSinceNow: -58).formatted(.iso8601)
        let lines = Line.friends(at: asked) + [.ask("bob", by: "ada", request: Line.freshID(), seconds: 60, at: asked)]
        let file = try bench.file("past", lines)
        #expect(try await bench.glimp("apply", "--historical", file).code == 0)
        let pipes = (1...3).map { "\(bench.path)/pipe\($0)" }
        for pipe in pipes { #expect(mkfifo(pipe, 0o600) == 0) }
        let writers = try pipes.map { try #require(FileHandle(forUpdatingAtPath: $0)) }
        let running = try pipes.map { try bench.start(["apply", $0]) }
        try await poll("it expires") {
            try await bench.jsonLines("log", "read", "--type", "GlimpExpired").count == 1
        }
        for writer in writers { try writer.close() }
        for process in running {
            let ended = await process.ended()
            #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended)")
        }
        try await bench.glimp("send", "RegisterAccount", #"{"username":"cat"}"#)
        let expired = try await bench.jsonLines("log", "read", "--type", "GlimpExpired")
        #expect(expired.count == 1 && expired.first?["actor"] == "system:expiry", "\(expired)")
    }
}
