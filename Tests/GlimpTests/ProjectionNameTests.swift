import Foundation
import Testing

/// Two groups may have projections of one name: what `list` calls them, every other command knows.
@Suite struct ProjectionNameTests {
    @Test func everyRowHasANameOfItsOwnThatCanBeGiven() async throws {
        let bench = try Workbench()
        try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#)
        try await bench.glimp("projection", "rebuild", "--all")
        let names = try await bench.json("projection", "list").items.compactMap { $0["name"]?.text }
        #expect(names.contains("photos/blocks") && names.contains("feeds/blocks") && names.contains("accounts"))
        #expect(Set(names).count == names.count, "\(names)")
        let all = try await bench.start(["projection", "check"] + names).ended()
        #expect(all.code == 0, "\(all)")
        let one = try await bench.glimp("projection", "check", "feeds/blocks")
        #expect(one.code == 0 && one.output.hasPrefix("feeds: "), "\(one)")
        let either = try await bench.glimp("projection", "check", "blocks")
        #expect(either.code == 64 && either.errors.contains("photos/blocks, feeds/blocks"), "\(either)")
    }
}
