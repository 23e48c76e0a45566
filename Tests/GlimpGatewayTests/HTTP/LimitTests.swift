import Foundation
import Testing

@testable import Credentials
@testable import GlimpGateway

/// What is bounded, and how it is told.
@Suite struct LimitTests {
    @Test func aBodyThatIsTooLargeIsRefused() async throws {
        try await withHTTPGateway({ $0.bodyBytes = 1_000 }) { gateway in
            let ada = try await gateway.register("ada")
            let name = String(repeating: "x", count: 1_000)
            let answer = try await gateway.send(
                "POST", "/v1/commands/InviteFriend", #"{"friend":"\#(name)"}"#, as: ada)
            #expect(answer.status == 413 && answer.code == "too_large", "\(answer.text)")
        }
    }

    @Test func aHeaderIsBoundedInBytesAndFields() async throws {
        try await withHTTPGateway({
            $0.headerBytes = 2_000
            $0.headerFields = 20
        }) { gateway in
            for (count, bytes, status) in [(1, 1_000, 200), (10, 10, 200), (1, 2_001, 400), (30, 10, 400)] {
                let fields = (0..<count).map { ("X-Field-\($0)", String(repeating: "a", count: bytes)) }
                let answer = try await gateway.send(
                    "GET", "/healthz", headers: Dictionary(uniqueKeysWithValues: fields))
                #expect(answer.status == status, "\(count) fields of \(bytes) bytes")
            }
        }
    }

    @Test func anAddressHoldsAtMostSoManyConnections() async throws {
        try await withHTTPGateway({ $0.connectionsOfAddress = 2 }) { gateway in
            let holder = Process()
            holder.executableURL = URL(fileURLWithPath: "/bin/bash")
            let target = "/dev/tcp/127.0.0.1/\(gateway.port)"
            holder.arguments = ["-c", "exec 3<>\(target) 4<>\(target); exec sleep 60"]
            try holder.run()
            defer { if holder.isRunning { kill(holder.processIdentifier, SIGKILL) } }
            func isLetIn() async throws -> Bool {
                try await Shell.run(["curl", "-s", "--max-time", "20", "http://127.0.0.1:\(gateway.port)/healthz"])
                    .status == 0
            }
            // One more is closed without a word, as long as the two are there.
            try await poll { try await !isLetIn() }
            kill(holder.processIdentifier, SIGKILL)
            try await poll { try await isLetIn() }
        }
    }

    @Test func aBatchHasAtMostSoManyCommands() async throws {
        try await withHTTPGateway({ $0.commandsAtOnce = 2 }) { gateway in
            let ada = try await gateway.register("ada")
            for (count, status) in [(0, 200), (2, 200), (3, 413)] {
                let commands = (0..<count).map { _ in
                    #"{"id":"\#(UUID())","command":"InviteFriend","body":{"friend":"nobody"}}"#
                }
                let list = commands.joined(separator: ",")
                let answer = try await gateway.send("POST", "/v1/commands", #"{"commands":[\#(list)]}"#, as: ada)
                #expect(answer.status == status, "\(count): \(answer.text)")
            }
        }
    }

    @Test func anAddressThatAsksTooMuchIsToldWhenToComeBack() async throws {
        try await withHTTPGateway({ $0.requestsOfAddress = 0.1 }) { gateway in
            #expect(try await gateway.send("GET", "/healthz").status == 200)
            // Also for what is not there, which costs as much.
            for path in ["/healthz", "/nothing"] {
                let answer = try await gateway.send("GET", path)
                #expect(answer.status == 429 && answer.code == "too_many_requests", "\(answer.text)")
                let wait = try #require(answer.header("Retry-After").flatMap { Int($0) })
                #expect((1...10).contains(wait))
            }
        }
    }

    @Test func aPersonWhoAsksTooMuchIsToldWhenToComeBack() async throws {
        try await withHTTPGateway({ $0.requestsOfPerson = 0.1 }) { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            #expect(try await gateway.send("GET", "/v1/sessions", as: ada).status == 200)
            #expect(try await gateway.send("GET", "/v1/sessions", as: ada).status == 429)
            #expect(try await gateway.send("GET", "/v1/sessions", as: bob).status == 200)
        }
    }

    @Test func aBucketHoldsTenSecondsWorthAndFillsWithTime() {
        var buckets = TokenBuckets<String>(perSecond: 2)
        for _ in 0..<20 { #expect(buckets.take("ada", at: 100) == nil) }
        #expect(buckets.take("ada", at: 100) == 0.5)
        #expect(buckets.take("bob", at: 100) == nil)
        #expect(buckets.take("ada", at: 100.5) == nil)
        #expect(buckets.take("ada", at: 100.5) != nil)
        // A clock that was set back gives nothing.
        #expect(buckets.take("ada", at: 50) != nil)
        for _ in 0..<20 { #expect(buckets.take("ada", at: 1_000) == nil) }
        #expect(buckets.take("ada", at: 1_000) != nil)
    }

    @Test func guessingIsSlowedDown() async throws {
        try await withHTTPGateway { gateway in
            _ = try await gateway.register("ada")
            var statuses: [Int] = []
            for _ in 0..<8 {
                let answer = try await gateway.send(
                    "POST", "/v1/sessions", #"{"username":"ada","password":"not this one"}"#)
                statuses.append(answer.status)
                if answer.status == 429 { #expect(answer.header("Retry-After") != nil) }
            }
            #expect(statuses.first == 401 && statuses.last == 429, "\(statuses)")
        }
    }

    /// Attempts of one account are made one after the other, and wait boundedly for those before.
    @Test func whoWaitsTooLongToLogInIsToldWhenToComeBack() async throws {
        try await withHTTPGateway(credentials: { $0.attemptPatience = .milliseconds(20) }) { gateway in
            _ = try await gateway.register("ada")
            let store = gateway.credentials
            let body = #"{"username":"ada","password":"\#(HTTPGateway.password)"}"#
            let account = store.subjects(.account(named: "ada", store.files.hashing, store.options), nil)
            try await store.inTurn(account) {
                let answer = try await gateway.send("POST", "/v1/sessions", body)
                #expect(answer.status == 503 && answer.code == "busy", "\(answer.text)")
                #expect(answer.header("Retry-After") == "1")
            }
            #expect(try await gateway.send("POST", "/v1/sessions", body).status == 200)
        }
    }
}
