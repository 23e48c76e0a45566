import Foundation
import Testing

/// `glimp apply --historical`: each line's `at` is the accepted time.
@Suite struct HistoricalTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    private func apply(_ lines: [Line], _ options: String...) async throws -> Ended {
        let file = try bench.file("lines-\(UUID().uuidString)", lines)
        return try await bench.start(["apply", "--historical", "--json", file] + options).ended()
    }

    private func expectStop(_ lines: [Line], at number: Int, because reason: String) async throws {
        let ended = try await apply(lines)
        #expect(ended.code == 65 && ended.errors.contains("line \(number): "), "\(ended)")
        #expect(ended.errors.contains(reason), "\(ended)")
    }

    @Test func whatWasDueExpiresBeforeTheNextCommandAtItsOwnTime() async throws {
        let start = "2020-01-01T00:00:00Z"
        let (first, second) = (Line.freshID(), Line.freshID())
        let lines =
            Line.friends(at: start) + [
                .ask("bob", by: "ada", request: first, seconds: 60, at: start),
                .ask("ada", by: "bob", request: second, seconds: 120, at: start),
                .answer(first, by: "bob", at: "2020-01-01T00:01:00Z"),
                .register("cat", at: "2020-01-01T00:01:59.999999Z"),
                .answer(second, by: "ada", at: "2020-01-01T00:01:59.999999Z"),
            ]
        let ended = try await apply(lines)
        #expect(try JSON(ended.output)["refused"] == ["request_expired": 1], "\(ended)")
        let events = try await bench.jsonLines("log", "read", "--from", "7")
        #expect(events.map { $0["type"]?.text } == ["GlimpExpired", "AccountRegistered", "GlimpAnswered"])
        #expect(
            events.map { $0["time"]?.text?.prefix(19) } == [
                "2020-01-01T00:01:00", "2020-01-01T00:01:59", "2020-01-01T00:01:59",
            ])
    }

    @Test func nothingExpiresThatNoLineHasReached() async throws {
        let start = "2020-01-01T00:00:00Z"
        let ended = try await apply(
            Line.friends(at: start) + [.ask("bob", by: "ada", request: Line.freshID(), seconds: 60, at: start)])
        #expect(try JSON(ended.output)["events"] == 5, "\(ended)")
        for query in [["query", "requests", "ada"], ["projection", "check", "--all"], ["log", "stats"]] {
            #expect(try await bench.start(query).ended().code == 0)
        }
        #expect(try await bench.json("log", "head") == ["position": 5])
        #expect(try await bench.json("query", "requests", "ada")["outgoing"]?["total"] == 0)
    }

    @Test func everyLineNeedsATimeThatFollowsTheOneBefore() async throws {
        let (early, late) = ("2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z")
        try await expectStop([.register("ada", at: early), .register("bob")], at: 2, because: "`at` is missing")
        try await expectStop(
            [.register("cat", at: late), .register("dan", at: early)], at: 2, because: "backwards")
        try await expectStop(
            [.register("eve", at: late), .register("fay", at: "2999-01-01T00:00:00Z")], at: 2, because: "future")
        #expect(try await bench.json("log", "head") == ["position": 3])
    }

    @Test func aNewLineMayNotPrecedeTheLogButADuplicateMay() async throws {
        let first = [Line.register("ada", at: "2020-01-01T00:00:00Z"), .register("bob", at: "2020-01-03T00:00:00Z")]
        #expect(try await apply(first).code == 0)
        let between = Line.register("cat", at: "2020-01-02T00:00:00Z")
        try await expectStop([first[0], between, first[1]], at: 2, because: "precede")
        let after = Line.register("cat", at: "2020-01-03T00:00:00Z")
        let ended = try await apply(first + [after])
        #expect(try JSON(ended.output)["duplicates"] == 2, "\(ended)")
        #expect(try await bench.json("log", "head") == ["position": 3])
    }

    @Test func anImportOfThePastAndAnyOtherWriterKeepEachOtherOut() async throws {
        let pipe = bench.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for historical in [["--historical"], []] {
            let writer = try #require(FileHandle(forUpdatingAtPath: pipe))
            let acks = "\(bench.path)/acks\(historical.count)"
            let holder = try bench.start(["apply", pipe, "--acks", acks] + historical)
            let line = Line.register("h\(historical.count)", at: historical.isEmpty ? nil : "2020-01-01T00:00:00Z")
            try writer.write(contentsOf: Data("\(line.text)\n".utf8))
            try await poll("the first has begun") { FileManager.default.contents(atPath: acks)?.isEmpty == false }
            let past = try await apply([.register("late", at: "2020-01-01T00:00:00Z")])
            #expect(past.code == 69, "\(past)")
            let present = try await bench.glimp("send", "RegisterAccount", #"{"username":"n\#(historical.count)"}"#)
            #expect(present.code == (historical.isEmpty ? 0 : 69), "\(present)")
            #expect(try await bench.glimp("log", "read").code == 0)
            try writer.close()
            #expect(await holder.ended().code == 0)
        }
    }
}
