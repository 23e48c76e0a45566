import Foundation
import Testing

/// `glimp webhook`: made, listed, tried, removed.
@Suite struct WebhookTests {
    @Test func aWebhookIsMadeTellsItsSecretOnceAndIsRemoved() async throws {
        let bench = try Workbench()
        try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#)
        let made = try await bench.json("webhook", "create", "ada", "https://receiver.invalid/secret-path")
        let (id, secret) = (try #require(made["subscription"]?.text), try #require(made["secret"]?.text))
        #expect(secret.hasPrefix("whsec_") && made["state"] == "active")
        let list = try await bench.json("webhook", "list")
        #expect(list.items.count == 1 && list.items.first?["subscription"]?.text == id)
        #expect(list.items.first?["channel"] == "webhook" && list.items.first?["secret"] == nil)
        let table = try await bench.glimp("webhook", "list")
        #expect(table.output.contains(id) && !table.output.contains("receiver") && !table.output.contains(secret))
        #expect(try await bench.glimp("webhook", "enable", id).code == 0)
        let tried = try await bench.glimp("webhook", "test", id)
        #expect(tried.code == 1 && tried.errors.contains("was not taken"), "\(tried)")
        #expect(try await bench.glimp("webhook", "remove", id).code == 0)
        #expect(try await bench.json("webhook", "list").items.isEmpty)
        for command in ["remove", "test", "enable"] { #expect(try await bench.glimp("webhook", command, id).code == 1) }
    }

    @Test func whatIsNotSentToIsRefused() async throws {
        let bench = try Workbench()
        #expect(try await bench.glimp("webhook", "list").code == 69)
        try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#)
        for url in ["http://example.org/", "https://127.0.0.1/", "https://[::1]/", "nonsense"] {
            let ended = try await bench.glimp("webhook", "create", "ada", url)
            #expect(ended.code == 64 && ended.errors.contains("URL"), "\(ended)")
        }
        #expect(try await bench.glimp("webhook", "create", "eve", "https://example.org/").code == 1)
        #expect(try await bench.glimp("webhook", "test", "x").code == 1)
    }
}
