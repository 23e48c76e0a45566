import EventLog
import Foundation
import GlimpService
import Testing

@testable import GlimpGateway

/// A client that sends everything twice ends where one that does not ends.
@Suite struct RetryLawTests {
    private struct Step {
        let command: String
        let body: String
        let actor: String
        let id = UUID()
    }

    /// Some are accepted, some have nothing to do, some are refused.
    private static let story = [
        Step(command: "InviteFriend", body: #"{"friend":"bob"}"#, actor: "ada"),
        Step(command: "InviteFriend", body: #"{"friend":"bob"}"#, actor: "ada"),
        Step(command: "AcceptFriend", body: #"{"inviter":"ada"}"#, actor: "bob"),
        Step(command: "RequestGlimp", body: #"{"friends":["bob"]}"#, actor: "ada"),
        Step(command: "RequestGlimp", body: #"{"friends":["bob"]}"#, actor: "ada"),
        Step(command: "ChangeDisplayName", body: #"{"displayName":"Bob"}"#, actor: "bob"),
        Step(command: "ChangeDisplayName", body: #"{"displayName":"Bob"}"#, actor: "bob"),
        Step(command: "RemoveFriend", body: #"{"friend":"ada"}"#, actor: "bob"),
        Step(command: "InviteFriend", body: #"{"friend":"ada"}"#, actor: "bob"),
    ]

    @Test(arguments: [false, true]) func everythingTwiceIsAsOnce(inBatches: Bool) async throws {
        var ends: [[String]] = []
        for times in 1...2 {
            let end = Ends()
            try await withHTTPGateway { gateway in
                await end.set(try await Self.end(of: gateway, times: times, inBatches: inBatches))
            }
            ends.append(await end.value)
        }
        #expect(ends[0] == ends[1])
        #expect(ends[0].contains { $0.contains("\"friend\"") || $0.contains("bob") })
    }

    private actor Ends {
        var value: [String] = []
        func set(_ value: [String]) { self.value = value }
    }

    /// Statuses as answered, then how many events there are, and lists, without what is made at random.
    private static func end(of gateway: HTTPGateway, times: Int, inBatches: Bool) async throws -> [String] {
        var tokens: [String: String] = [:]
        for name in ["ada", "bob"] {
            let key = UUID().uuidString
            for _ in 0..<times {
                let answer = try await gateway.send(
                    "POST", "/v1/accounts", #"{"username":"\#(name)","password":"\#(HTTPGateway.password)"}"#,
                    headers: ["Idempotency-Key": key])
                #expect(answer.status == 201, "\(answer.text)")
                tokens[name] = answer.json["accessToken"]?.text
            }
        }
        var found: [String] = []
        for step in story {
            var statuses: [Int] = []
            for _ in 0..<times { statuses.append(try await send(step, by: tokens[step.actor], gateway, inBatches)) }
            #expect(Set(statuses).count == 1, "\(step.command): \(statuses)")
            found.append("\(step.command) \(statuses[0])")
        }
        let head = try gateway.interface.glimp.log.head().rawValue
        found.append("\(head)")
        for name in ["ada", "bob"] {
            for list in ["friends", "invitations", "requests"] {
                let answer = try await gateway.send(
                    "GET", "/v1/\(list)", as: tokens[name], headers: ["Glimp-Wait-For": "\(head)"])
                found.append(
                    answer.text.replacing(#/[0-9a-f]{8}-[0-9a-f-]{27}/#, with: "ID")
                        .replacing(#/\d{4}-\d\d-\d\dT[0-9:.]+Z/#, with: "TIME"))
            }
        }
        return found
    }

    private static func send(
        _ step: Step, by token: String?, _ gateway: HTTPGateway, _ inBatch: Bool
    ) async throws -> Int {
        guard inBatch else {
            return try await gateway.send(
                "POST", "/v1/commands/\(step.command)", step.body, as: token,
                headers: ["Idempotency-Key": step.id.uuidString]
            ).status
        }
        let item = #"{"id":"\#(step.id.uuidString)","command":"\#(step.command)","body":\#(step.body)}"#
        let answer = try await gateway.send("POST", "/v1/commands", #"{"commands":[\#(item)]}"#, as: token)
        return answer.json["outcomes"]?.items.first?["status"]?.number ?? answer.status
    }

    /// What can't be done keeps nothing of what stands before or after it from being done, or from being told.
    @Test func eachCommandOfABatchHasItsOwnOutcome() async throws {
        try await withHTTPGateway { gateway in
            let ada = try await gateway.register("ada")
            let used = UUID().uuidString.lowercased()
            try await gateway.command(
                "ChangeDisplayName", #"{"displayName":"A"}"#, as: ada, id: try #require(UUID(uuidString: used)))
            func name(_ name: String, _ id: String = UUID().uuidString.lowercased()) -> String {
                #"{"id":"\#(id)","command":"ChangeDisplayName","body":{"displayName":"\#(name)"}}"#
            }
            let registration = #"{"id":"\#(UUID())","command":"RegisterAccount","body":{"username":"eve"}}"#
            for (between, status) in [(registration, 403), (name("other", used), 409)] {
                let answer = try await gateway.send(
                    "POST", "/v1/commands", #"{"commands":[\#(name("B")),\#(between),\#(name("C"))]}"#, as: ada)
                #expect(
                    answer.json["outcomes"]?.items.map { $0["status"]?.number } == [200, status, 200], "\(answer.text)")
            }
            let profile = try await gateway.send("GET", "/v1/me", as: ada, headers: ["Glimp-Wait-For": "6"])
            #expect(profile.json["displayName"]?.text == "C", "\(profile.text)")
        }
    }

    @Test func oneKeyFromManyConnectionsAtOnceIsOneCommand() async throws {
        try await withHTTPGateway { gateway in
            let ada = try await gateway.register("ada")
            _ = try await gateway.register("bob")
            let key = UUID().uuidString
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        try await gateway.send(
                            "POST", "/v1/commands/InviteFriend", #"{"friend":"bob"}"#, as: ada,
                            headers: ["Idempotency-Key": key])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 })
            #expect(Set(answers.map { $0.json["position"]?.number }).count == 1)
            #expect(answers.count { $0.text.contains(#""isDuplicate":false"#) } == 1)
            let other = try await gateway.send(
                "POST", "/v1/commands/InviteFriend", #"{"friend":"eve"}"#, as: ada, headers: ["Idempotency-Key": key])
            #expect(other.status == 409 && other.code == "id_reused")
        }
    }

    @Test func oneNameFromManyConnectionsAtOnceIsOnePersons() async throws {
        try await withHTTPGateway { gateway in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        try await gateway.send(
                            "POST", "/v1/accounts", #"{"username":"Ada","password":"\#(HTTPGateway.password)"}"#
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 201 } == 1 && statuses.count { $0 == 409 } == 15, "\(statuses)")
        }
    }

    /// The passwords of retries at the same moment are looked at in turn: none counts the others as failures.
    @Test func oneRegistrationFromManyConnectionsAtOnceIsOnePersonEachTime() async throws {
        try await withHTTPGateway { gateway in
            let key = ["Idempotency-Key": UUID().uuidString]
            let body = #"{"username":"ada","password":"\#(HTTPGateway.password)"}"#
            let registered = try await answers(16, from: gateway, "/v1/accounts", body, key)
            #expect(registered.allSatisfy { $0.status == 201 }, "\(registered.map(\.status))")
            #expect(Set(registered.map { $0.json["userId"]?.text }).count == 1)
            // Each has a session of its own, that is there.
            #expect(Set(registered.map { $0.json["session"]?.text }).count == 16)
            for answer in registered {
                let token = answer.json["accessToken"]?.text
                #expect(try await gateway.send("GET", "/v1/sessions", as: token).status == 200)
            }
            let loggedIn = try await answers(16, from: gateway, "/v1/sessions", body, [:])
            #expect(loggedIn.allSatisfy { $0.status == 200 }, "\(loggedIn.map(\.status))")
        }
    }

    private func answers(
        _ count: Int, from gateway: HTTPGateway, _ path: String, _ body: String, _ headers: [String: String]
    ) async throws -> [HTTPAnswer] {
        try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
            for _ in 0..<count { group.addTask { try await gateway.send("POST", path, body, headers: headers) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
