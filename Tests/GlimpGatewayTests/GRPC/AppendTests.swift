import Credentials
import EventLog
import Foundation
import GRPCCore
import GlimpDomain
import GlimpService
import GlimpGateway
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct AppendTests {
    @Test func anAppendIsReadBackAsItWasSent() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            var request = Eventlog_V1_AppendRequest()
            request.events = [
                .with {
                    $0.id = "0198c9a0-0000-7000-8000-000000000001"
                    $0.type = "Paid"
                    $0.schemaVersion = 3
                    $0.tags = ["account:1", "é"]
                    $0.payload = Data([0, 255])
                },
                .with { $0.type = "Booked" },
            ]
            request.actor = "ada"
            request.commandID = "0198C9A0-0000-7000-8000-0000000000AA"
            let answer = try await gateway.events.append(request, metadata: service.metadata)
            #expect(answer.first == 1 && answer.last == 2 && !answer.isDuplicate)
            #expect(answer.eventIds.count == 2 && answer.eventIds[0] == request.events[0].id)
            let head = try await gateway.events.head(.init(), metadata: service.metadata)
            #expect(head.position == 2 && head.logID == gateway.glimp.log.logID.canonicalText)

            let read = try await gateway.read(.with { $0.query = .everything }, service)
            let events = read.flatMap(\.events)
            #expect(events.map(\.position) == [1, 2] && read.last?.head == 2)
            #expect(events[0].event == request.events[0])
            #expect(events[1].event.id == answer.eventIds[1] && events[1].event.schemaVersion == 1)
            #expect(events.allSatisfy { $0.actor == "service:\(service.id.uuid.canonicalText)/ada" && $0.count == 2 })
            #expect(events.map(\.index) == [0, 1])
            #expect(events.allSatisfy { $0.commandID == "0198c9a0-0000-7000-8000-0000000000aa" })
            let stored = try gateway.glimp.log.read(.all)
            #expect(stored.map(\.time.microseconds) == events.map(\.time))
        }
    }

    @Test func aConditionFailsForWhatHappenedAfterIt() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let events = gateway.events
            _ = try await events.append(.one(tags: ["a"]), metadata: service.metadata)
            _ = try await events.append(.one(tags: ["b"]), metadata: service.metadata)
            let told = try await expectError(.aborted, "conflict") {
                try await events.append(.one().unless(["a"]), metadata: service.metadata)
            }
            #expect(told?.metadata["position"] == "1")
            try await expectError(.aborted, "conflict") {
                try await events.append(.one().unless(["b"], after: 1), metadata: service.metadata)
            }
            #expect(try await gateway.events.head(.init(), metadata: service.metadata).position == 2)
            for after: UInt64 in [1, 2, 99] {
                _ = try await events.append(.one().unless(["a"], after: after), metadata: service.metadata)
            }
            // Types and tags of one item both count, and items are alternatives.
            var request = Eventlog_V1_AppendRequest.one()
            request.condition.failIfEventsMatch.items = [
                .with { ($0.types, $0.tags) = (["Other"], ["a"]) },
                .with { ($0.types, $0.tags) = (["Paid"], ["none"]) },
            ]
            _ = try await events.append(request, metadata: service.metadata)
            request.condition.failIfEventsMatch.items.append(.with { $0.types = ["Paid"] })
            try await expectError(.aborted, "conflict") { try await events.append(request, metadata: service.metadata) }
        }
    }

    @Test func aRetryGetsTheFirstOutcome() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let request = Eventlog_V1_AppendRequest.one().unless(["account:1"]).numbered(UUID())
            let first = try await gateway.events.append(request, metadata: service.metadata)
            let again = try await gateway.events.append(request, metadata: service.metadata)
            #expect(again.isDuplicate && again.eventIds == first.eventIds && again.first == 1 && again.last == 1)
            var other = request
            other.events[0].payload = Data([9])
            try await expectError(.alreadyExists, "id_reused") {
                try await gateway.events.append(other, metadata: service.metadata)
            }
            // The same id of another actor, or another service, is another command.
            var elsewhere = Eventlog_V1_AppendRequest.one().numbered(UUID(uuidString: request.commandID) ?? UUID())
            elsewhere.actor = "ada"
            #expect(try await !gateway.events.append(elsewhere, metadata: service.metadata).isDuplicate)
            let stranger = try await gateway.service("stranger")
            #expect(try await !gateway.events.append(elsewhere, metadata: stranger.metadata).isDuplicate)
            #expect(try gateway.glimp.log.head() == Position(3))
        }
    }

    @Test func theDomainsOwnTypesAreRefused() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            #expect(!EventKind.all.isEmpty)
            for kind in EventKind.all {
                try await expectError(.permissionDenied, "event_type_reserved", kind.type.rawValue) {
                    var request = Eventlog_V1_AppendRequest.one("Fine")
                    request.events.append(.of(kind.type.rawValue, tags: ["user:x"]))
                    return try await gateway.events.append(request, metadata: service.metadata)
                }
            }
            #expect(try gateway.glimp.log.head() == .beginning)
        }
    }

    @Test func whatIsOutOfBoundsIsRefusedAndHarmless() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            func with(_ change: (inout Eventlog_V1_AppendRequest) -> Void) -> Eventlog_V1_AppendRequest {
                var request = Eventlog_V1_AppendRequest.one()
                change(&request)
                return request
            }
            let cases: [(String, Eventlog_V1_AppendRequest)] = [
                ("invalid_id", with { $0.events[0].id = "1" }),
                ("invalid_command_id", with { $0.commandID = "1" }),
                ("invalid_actor", with { $0.actor = String(repeating: "a", count: 201) }),
                ("invalid_schema_version", with { $0.events[0].schemaVersion = 65_536 }),
                ("invalid_query", with { $0.condition = .init() }),
                ("invalid_query", with { $0.condition.failIfEventsMatch.items = [.init()] }),
                (
                    "invalid_query",
                    with { $0.condition.failIfEventsMatch = .with { ($0.all, $0.items) = (true, [.init()]) } }
                ),
                ("invalid_input", with { $0.events[0].type = "" }),
                ("invalid_input", with { $0.events[0].type = String(repeating: "a", count: 256) }),
                ("invalid_input", with { $0.events[0].tags = (0..<65).map { "t\($0)" } }),
                ("invalid_input", with { $0.events[0].tags = ["a", "a"] }),
                ("invalid_input", with { $0.events[0].payload = Data(count: (1 << 20) + 1) }),
                ("invalid_input", with { $0.events = Array(repeating: .of("A"), count: 10_001) }),
                (
                    "invalid_input",
                    with {
                        $0.events = Array(
                            repeating: .of("A", payload: .init(repeating: "x", count: 1 << 20)), count: 17)
                    }
                ),
            ]
            for (index, (code, request)) in cases.enumerated() {
                try await expectError(.invalidArgument, code, "case \(index)") {
                    try await gateway.events.append(request, metadata: service.metadata)
                }
            }
            #expect(try gateway.glimp.log.head() == .beginning)
            _ = try await gateway.events.append(.one(), metadata: service.metadata)
        }
    }

    @Test func itIsNotThereUnlessItIsTurnedOn() async throws {
        try await withGateway({ $0.servesEventLog = false }) { gateway in
            let service = try await gateway.service()
            try await expectError(.unimplemented, nil) {
                try await gateway.events.append(.one(), metadata: service.metadata)
            }
        }
    }
}
