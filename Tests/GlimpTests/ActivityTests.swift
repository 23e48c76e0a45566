import Foundation
import Testing

/// `glimp activity`: numbers for operators.
@Suite struct ActivityTests {
    @Test func whatHappenedIsCountedByTypeDayAndPerson() async throws {
        let bench = try Workbench()
        let (answered, open) = (Line.freshID(), Line.freshID())
        let file = try bench.file(
            "lines",
            [
                .register("ada"), .register("bob"), .invite("bob", by: "ada"), .accept("ada", by: "bob"),
                .ask("bob", by: "ada", request: answered), .answer(answered, by: "bob"),
                .ask("bob", by: "ada", request: open),
            ])
        try #require(try await bench.glimp("apply", file, "--stop-on-refusal").code == 0)
        let all = try await bench.json("activity")
        #expect(all["events"] == 7 && all["requests"]?["asked"] == 2 && all["requests"]?["answerRate"] == 1, "\(all)")
        #expect(all["types"]?.items.first?["type"] == "AccountRegistered", "\(all)")
        let today = try await bench.json("activity", "--days", "2")
        #expect(today["types"] == all["types"] && today["since"]?.text?.count == 10)
        let days = try await bench.json("activity", "--by", "day")["days"]?.items ?? []
        #expect([1, 2].contains(days.count) && days.last?["day"]?.text?.count == 10)
        let people = try await bench.json("activity", "--by", "person", "--limit", "1")["people"]
        #expect(people?["total"] == 2 && people?["items"]?.items.first?["username"] == "ada")
        let cursor = try #require(people?["cursor"]?.text)
        let next = try await bench.json("activity", "--by", "person", "--limit", "1", "--cursor", cursor)["people"]
        #expect(next?["items"]?.items.first?["username"] == "bob" && next?["cursor"]?.text == nil)
        let bob = try await bench.json("activity", "--person", "BOB")["people"]?["items"]?.items.first
        #expect(bob?["events"] == 3 && bob?["asAnswerer"]?["answered"] == 1 && bob?["asAsker"]?["asked"] == 0)
        for arguments in [[], ["--by", "day"], ["--by", "person"], ["--person", "ada"]] {
            let table = try await bench.start(["activity"] + arguments).ended()
            #expect(table.code == 0 && table.output.contains("100.0 %") || arguments == ["--by", "person"], "\(table)")
            #expect(table.output.contains("True for position 7."))
        }
        #expect(try await bench.glimp("activity", "--person", "eve").code == 1)
    }

    @Test(arguments: [
        ["--days", "0"], ["--days", "x"], ["--by", "week"], ["--by", "person", "--days", "1"],
        ["--person", "ada", "--days", "1"], ["--person", "ada", "--by", "day"], ["--cursor", "x"], ["--limit", "0"],
    ])
    func whatMeansNothingIsUsage(arguments: [String]) async throws {
        let bench = try Workbench()
        let ended = try await bench.start(["activity"] + arguments).ended()
        #expect(ended.code == 64 && !ended.errors.isEmpty, "\(ended)")
    }
}
