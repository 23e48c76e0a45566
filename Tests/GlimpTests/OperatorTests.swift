import Foundation
import Testing

/// `glimp operator`: made, listed, given tokens, revoked.
@Suite struct OperatorTests {
    @Test func anOperatorIsMadeGetsATokenOnceAndIsRevoked() async throws {
        let bench = try Workbench()
        try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#)
        let made = try await bench.json("operator", "create", "billing", "--scope", "events", "--scope", "read")
        #expect(made["scopes"] == ["events", "read"] && made["revoked"] == nil)
        let shown = try await bench.glimp("operator", "token", "billing", "--lifetime", "90d")
        #expect(shown.code == 0 && shown.output.split(separator: "\n").count == 1, "\(shown)")
        let token = try await bench.json("operator", "token", "billing", "--lifetime", "12h")
        #expect(token["lifetimeSeconds"] == 43_200 && token["token"]?.text != nil)
        let list = try await bench.json("operator", "list")
        #expect(list.items.count == 1 && list.items.first?["validTokens"] == 2)
        let table = try await bench.glimp("operator", "list")
        #expect(table.output.contains("billing") && !table.output.contains(token["token"]?.text ?? "billing"))
        #expect(try await bench.glimp("operator", "revoke", "billing").code == 0)
        let after = try await bench.json("operator", "list")
        #expect(after.items.first?["validTokens"] == 0 && after.items.first?["revoked"]?.text != nil)
        #expect(try await bench.glimp("operator", "token", "billing").code == 1)
        #expect(try await bench.glimp("operator", "revoke", "billing").code == 1)
    }

    @Test(arguments: [
        ["create", "x"], ["create", "x", "--scope", "everything"], ["token", "x", "--lifetime", "59s"],
        ["token", "x", "--lifetime", "3651d"], ["token", "x", "--lifetime", "d"], ["token", "x", "--lifetime", "-1d"],
    ])
    func whatMeansNothingIsUsage(arguments: [String]) async throws {
        let bench = try Workbench()
        let ended = try await bench.start(["operator"] + arguments).ended()
        #expect(ended.code == 64 && !ended.errors.isEmpty, "\(ended)")
    }

    @Test func aNameIsOneOperatorsAndADirectoryIsNeeded() async throws {
        let bench = try Workbench()
        #expect(try await bench.glimp("operator", "list").code == 69)
        try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#)
        #expect(try await bench.glimp("operator", "create", "x", "--scope", "read").code == 0)
        let again = try await bench.glimp("operator", "create", "x", "--scope", "read")
        #expect(again.code == 1 && again.errors.contains("another operator's"), "\(again)")
    }
}
