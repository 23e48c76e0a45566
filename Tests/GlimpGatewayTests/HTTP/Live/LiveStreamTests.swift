import EventLog
import Foundation
import GlimpDomain
import GlimpService
import Testing

@testable import GlimpGateway

/// `GET /v1/stream`, over real sockets.
@Suite struct LiveStreamTests {
    /// So many people invite Ada, one after the other: one message each.
    /// - Returns: the positions of the invitations.
    private func invite(_ count: Int, _ prefix: String, _ gateway: HTTPGateway) async throws -> [Int] {
        var positions: [Int] = []
        for number in 0..<count {
            let name = "\(prefix)\(number)"
            _ = try await send("RegisterAccount", #"{"username":"\#(name)"}"#, as: name, gateway)
            positions.append(try await send("InviteFriend", #"{"friend":"ada"}"#, as: name, gateway))
        }
        return positions
    }

    /// Ada, whose registration is no news any more: a stream from now on begins where her lists are.
    private func ada(_ gateway: HTTPGateway) async throws -> String {
        let ada = try await gateway.register("ada")
        let answer = try await gateway.send("GET", "/v1/me", as: ada, headers: ["Glimp-Wait-For": "1"])
        #expect(answer.status == 200)
        return ada
    }

    private func send(
        _ command: String, _ body: String, as name: String, _ gateway: HTTPGateway
    ) async throws -> Int {
        let bus = gateway.interface.glimp.commands
        let received = try CommandCatalogue.receive(command, json: Array(body.utf8))
        let outcome = try await bus.execute(received, by: try bus.sender(named: name, of: received), id: nil)
        if case .refused(let refusal) = outcome.result { throw refusal }
        return Int(outcome.position.rawValue)
    }

    @Test func aMessageSaysWhatChangedAndWhatOneIsTold() async throws {
        try await withHTTPGateway { gateway in
            let ada = try await ada(gateway)
            let reader = try LiveReader(gateway, as: ada)
            #expect(await reader.status() == 200)
            let position = try #require(try await invite(1, "bob", gateway).first)
            #expect(await reader.read { !$0.messages.isEmpty })
            let message = try #require(reader.messages.first)
            #expect(message.id == position && message.json["position"]?.number == position)
            let collections = message.json["collections"]?.items.compactMap(\.text) ?? []
            #expect(collections == ["incomingInvitations", "notifications"], "\(message)")
            #expect(message.json["notifications"]?.items.count == 1)
        }
    }

    /// However often, and wherever, a reader is cut off: nothing missed, nothing repeated, one message a position.
    @Test func aReaderThatIsCutOffAnywhereGoesOnWhereItWas() async throws {
        let seed = SeededGenerator.seed()
        try await withHTTPGateway { gateway in
            var random = SeededGenerator(seed)
            let ada = try await ada(gateway)
            let start = Int(try gateway.interface.glimp.log.head().rawValue)
            try await withThrowingTaskGroup(of: [Int].self) { group in
                group.addTask { try await invite(150, "p", gateway) }
                var (ids, connections) = ([Int](), 0)
                while ids.count < 150, connections < 400 {
                    connections += 1
                    let reader = try LiveReader(gateway, as: ada, after: ids.last ?? start)
                    // The cut is after so many bytes more: within a message, a head, a number.
                    let cut = Int.random(in: 0..<4_000, using: &random)
                    let missing = 150 - ids.count
                    _ = await reader.read(within: .seconds(2)) {
                        $0.connection.text.utf8.count > cut || $0.messages.count == missing
                    }
                    ids += reader.messages.map(\.id)
                }
                let truth = try #require(try await group.next())
                #expect(ids == truth, "seed \(seed), \(connections) connections")
                #expect(connections > 5, "it was hardly cut off, seed \(seed)")
            }
        }
    }

    @Test func aQuietStreamSaysThatItLives() async throws {
        try await withHTTPGateway({ $0.heartbeatSeconds = 1 }) { gateway in
            let reader = try LiveReader(gateway, as: try await ada(gateway))
            #expect(await reader.read { $0.heartbeats >= 2 })
            #expect(reader.messages.isEmpty)
        }
    }

    @Test(arguments: ["99999999", "-1", "x", ""]) func aCursorThatIsNoneIsAnError(cursor: String) async throws {
        try await withHTTPGateway { gateway in
            let ada = try await ada(gateway)
            let answer = try await gateway.send("GET", "/v1/stream", as: ada, headers: ["Last-Event-ID": cursor])
            #expect(answer.status == 422 && answer.code == "invalid_position", "\(answer.text)")
        }
    }

    enum End: CaseIterable { case loggedOut, expired, shutDown }

    @Test(arguments: End.allCases) func aStreamEndsInOrderWithItsSession(end: End) async throws {
        // When nothing happens, the session is looked at with each heartbeat; a shutdown does not wait for one.
        try await withHTTPGateway({ $0.heartbeatSeconds = end == .shutDown ? 600 : 1 }) { gateway in
            let ada = try await ada(gateway)
            let reader = try LiveReader(gateway, as: ada)
            #expect(await reader.status() == 200)
            switch end {
            case .loggedOut: #expect(try await gateway.send("DELETE", "/v1/sessions/current", as: ada).status == 204)
            case .expired: gateway.clock.advance(seconds: 2 * 3_600)
            case .shutDown: await gateway.shutDown()
            }
            #expect(await reader.read { $0.isFinished })
            #expect(await reader.connection.closes())
        }
    }

    @Test func whoIsLoggedOutIsToldNothingMore() async throws {
        try await withHTTPGateway({ $0.heartbeatSeconds = 600 }) { gateway in
            let ada = try await ada(gateway)
            let reader = try LiveReader(gateway, as: ada)
            #expect(await reader.status() == 200)
            try await gateway.send("DELETE", "/v1/sessions/current", as: ada)
            _ = try await invite(1, "bob", gateway)
            #expect(await reader.read { $0.isFinished })
            #expect(reader.messages.isEmpty)
        }
    }

    @Test func aReaderThatStopsIsDroppedAndCanGoOnWhileAnotherIsServed() async throws {
        try await withHTTPGateway({
            $0.streamsOfPerson = 2
            $0.slowReaderSeconds = 1
            $0.heartbeatSeconds = 1
        }) { gateway in
            let ada = try await ada(gateway)
            let slow = try LiveReader(gateway, as: ada, receiveBuffer: 2_048)
            #expect(await slow.status() == 200)
            let other = try LiveReader(gateway, as: ada)
            #expect(await other.status() == 200)
            let first = try await invite(60, "p", gateway)
            #expect(await other.read { $0.messages.count == 60 })
            // Its place is free: it was dropped.
            try await poll { try await isAdmitted(gateway, ada) }
            let more = try await invite(5, "q", gateway)
            #expect(await other.read { $0.messages.count == 65 })
            #expect(other.messages.map(\.id) == first + more)
            #expect(await slow.connection.closes())
            let seen = slow.messages.map(\.id)
            #expect(seen.count < 60 && seen == Array(first.prefix(seen.count)))
            let resumed = try LiveReader(gateway, as: ada, after: seen.last ?? first[0] - 1)
            #expect(await resumed.read { $0.messages.count == 65 - seen.count })
            #expect(seen + resumed.messages.map(\.id) == first + more)
        }
    }

    private func isAdmitted(_ gateway: HTTPGateway, _ token: String) async throws -> Bool {
        await (try LiveReader(gateway, as: token)).status() == 200
    }

    @Test func aPersonHasOnlySoManyStreamsAndAllTogetherToo() async throws {
        try await withHTTPGateway({
            $0.streamsOfPerson = 2
            $0.streams = 3
            $0.heartbeatSeconds = 600
        }) { gateway in
            let (ada, bob) = (try await ada(gateway), try await gateway.register("bob"))
            var readers = [try LiveReader(gateway, as: ada), try LiveReader(gateway, as: ada)]
            for reader in readers { #expect(await reader.status() == 200) }
            let refused = try await gateway.send("GET", "/v1/stream", as: ada)
            #expect(refused.status == 429 && refused.code == "too_many_streams", "\(refused.text)")
            #expect(refused.header("Retry-After") != nil)
            readers.append(try LiveReader(gateway, as: bob))
            #expect(await readers[2].status() == 200)
            let full = try await gateway.send("GET", "/v1/stream", as: bob)
            #expect(full.status == 503 && full.code == "busy" && full.header("Retry-After") != nil, "\(full.text)")
            // Who goes is noticed at once, long before the next heartbeat.
            readers.removeAll()
            try await poll { try await isAdmitted(gateway, ada) }
        }
    }
}
