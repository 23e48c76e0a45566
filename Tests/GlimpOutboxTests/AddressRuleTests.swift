import GlimpService
import Testing

@testable import GlimpOutbox

/// Who may be called: looked at where a name leads, each time, and that address is called and no other.
@Suite struct AddressRuleTests {
    @Test func aNameIsCalledAtTheAddressThatWasLookedAt() async throws {
        // No resolver of this machine knows it.
        let world = try await OutboxWorld(names: ["receiver.invalid": ["127.0.0.1"]])
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(
            webhook: "http://receiver.invalid:\(receiver.port)/", for: world.bob)
        try await world.ask()
        try await world.pass()
        #expect(receiver.deliveries.first?.headers["host"] == "receiver.invalid:\(receiver.port)")
    }

    @Test(arguments: [
        ["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["::1"], ["fe80::1"], ["::ffff:127.0.0.1"], ["0.0.0.0"],
        ["1.1.1.1", "127.0.0.1"], ["127.0.0.1", "1.1.1.1"], ["fd00::1", "2606:4700:4700::1111"],
    ])
    func aNameThatLeadsElsewhereIsNotCalled(addresses: [String]) async throws {
        let world = try await OutboxWorld(names: ["receiver.invalid": addresses]) { $0.allowsPrivateAddresses = false }
        let receiver = try await LoopbackReceiver()
        let (subscription, _) = try await world.outbox.subscribe(
            webhook: "http://receiver.invalid:\(receiver.port)/", for: world.bob)
        try await world.ask()
        try await world.pass()
        #expect(try world.standing(subscription).lastFailure?.reason == "it has no public address")
        #expect(receiver.deliveries.isEmpty)
        #expect(try await world.outbox.ping(subscription) == "it has no public address")
    }

    @Test(arguments: ["0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "ff02::1"])
    func whatIsNowhereIsNotCalledHoweverItIsConfigured(address: String) async throws {
        let world = try await OutboxWorld(names: ["receiver.invalid": [address]])
        let (subscription, _) = try await world.outbox.subscribe(webhook: "http://receiver.invalid/", for: world.bob)
        #expect(try await world.outbox.ping(subscription) == "it has no public address")
    }

    @Test(arguments: [
        "https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/latest/", "https://10.1.2.3:8443/",
        "https://[::ffff:10.0.0.1]/", "https://0.0.0.0/", "https://100.64.0.1/",
    ])
    func anAddressThatIsNotPublicIsRefusedAtOnce(url: String) async throws {
        let world = try await OutboxWorld { $0.allowsPrivateAddresses = false }
        let error = await #expect(throws: OutboxError.self) {
            try await world.outbox.subscribe(webhook: url, for: world.bob)
        }
        #expect(error?.code == .invalidURL)
    }

    /// getaddrinfo(3) reads these as 127.0.0.1; where they lead is what counts.
    @Test(arguments: ["127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1"])
    func otherWritingsOfAnAddressAreNames(host: String) async throws {
        let client = ReceiverClient(limits: OutboxLimits(), resolver: .system(atOnce: 2))
        let url = try ReceiverURL("https://\(host)/", allowsPlainHTTP: false)
        await #expect(throws: Resolver.Failure.self) { try await client.address(of: url, turn: 0) }
    }

    @Test func whatIsNotAllowedAnyMoreIsNotCalled() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        var limits = OutboxLimits()
        limits.allowsPlainHTTP = true
        let client = ReceiverClient(limits: limits, resolver: .system(atOnce: 1))
        let url = try ReceiverURL(try world.outbox.url(of: subscription), allowsPlainHTTP: true)
        #expect(try await client.post([], to: url, headers: [], turn: 0) == .failed("it has no public address"))
        #expect(receiver.deliveries.isEmpty)
    }

    @Test func eachAttemptTakesTheNextAddress() async throws {
        let client = ReceiverClient(
            limits: OutboxLimits(), resolver: Resolver { _ in ["1.1.1.1", "8.8.8.8"].compactMap { IPAddress($0) } })
        let url = try ReceiverURL("https://receiver.invalid/", allowsPlainHTTP: false)
        var called: [String] = []
        for turn in 0..<3 { called.append(try await client.address(of: url, turn: turn).description) }
        #expect(called == ["1.1.1.1", "8.8.8.8", "1.1.1.1"])
    }

    @Test func theSystemKnowsItself() async throws {
        let found = try await Resolver.system(atOnce: 1).addresses("localhost")
        #expect(!found.isEmpty && found.allSatisfy { !$0.isPublic })
    }
}
