import Credentials
import EventLog
import Foundation
import GRPCCore
import GlimpDomain
import GlimpSchemas
import GlimpService
import GlimpServices
import SwiftProtobuf
import Testing

/// Each call, made by each kind of caller, about something of Ada's.
@Suite struct WhoMayCallWhatTests {
    enum Role: Int, CaseIterable {
        case nobody, stranger, friend, participant, owner, expired, revoked, powerless, `operator`, service,
            endedService
    }

    private static let ok: RPCError.Code? = nil
    private static let (who, may, not): (RPCError.Code?, RPCError.Code?, RPCError.Code?) = (
        .unauthenticated, .permissionDenied, .notFound
    )

    /// One status for each role, in their order.
    private static let table: [String: [RPCError.Code?]] = [
        // Cancelling a request of Ada's to the participant.
        //                                  nobd strn frnd part ownr expi revk powl oper serv ends
        "glimp.v1.Commands/Execute": /*  */ [who, not, not, may, ok, who, who, who, who, who, who],
        "glimp.v1.Commands/ExecuteBatch": [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Me": /*        */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/FindByUsername": [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Home": /*      */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Friends": /*   */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Invitations": /**/ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Requests": /*  */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Received": /*  */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Sent": /*      */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Shared": /*    */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Notifications": [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Changes": /*   */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Photos": /*    */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Photo": /*     */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/SearchPhotos": /**/ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/NearbyPhotos": /**/ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Albums": /*    */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Queries/Album": /*     */ [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "glimp.v1.Notifications/Subscribe": [who, ok, ok, ok, ok, who, who, who, who, who, who],
        "eventlog.v1.EventLog/Append": /**/ [who, who, who, who, who, who, who, may, may, ok, who],
        "eventlog.v1.EventLog/AppendStream": [who, who, who, who, who, who, who, may, may, ok, who],
        "eventlog.v1.EventLog/Read": /*  */ [who, who, who, who, who, who, who, may, may, ok, who],
        "eventlog.v1.EventLog/Subscribe": [who, who, who, who, who, who, who, may, may, ok, who],
        "eventlog.v1.EventLog/Head": /*  */ [who, who, who, who, who, who, who, may, may, ok, who],
        "grpc.health.v1.Health/Check": /**/ [ok, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok],
        "grpc.health.v1.Health/Watch": /**/ [ok, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok],
    ]

    @Test func everyCellIsAsTheTableSays() async throws {
        try await withGateway { gateway in
            let cast = try await Callers(gateway)
            let calls = Set(gateway.methods.map(\.fullyQualifiedMethod))
            #expect(calls == Set(Self.table.keys), "a call is not in the table, or no more")
            for (call, row) in Self.table.sorted(by: { $0.key < $1.key }) {
                let ask = try #require(EveryCall.all[call], "\(call) is asked by nobody")
                try #require(row.count == Role.allCases.count)
                for role in Role.allCases {
                    var status: RPCError.Code?
                    do { _ = try await ask(gateway, cast.token(of: role), cast.subject) } catch let error as RPCError {
                        status = error.code
                    }
                    #expect(status == row[role.rawValue], "\(call) by \(role): \(status.map { "\($0)" } ?? "ok")")
                }
            }
        }
    }

    @Test func nobodySeesWhatIsSomebodyElses() async throws {
        try await withGateway { gateway in
            let cast = try await Callers(gateway)
            var seen: [Role: Set<String>] = [:]
            for (call, ask) in EveryCall.queries {
                for role in [Role.stranger, .friend, .participant, .owner] {
                    let answer = try await ask(gateway, cast.token(of: role), cast.subject).jsonString()
                    if cast.secrets.contains(where: { answer.contains($0) }) {
                        seen[role, default: []].insert(call)
                    }
                }
            }
            #expect(seen[.stranger] == nil && seen[.friend] == nil, "\(seen)")
            // What is looked for would be found.
            #expect(seen[.owner]?.count ?? 0 >= 5 && seen[.participant]?.count ?? 0 >= 5, "\(seen)")
        }
    }

    @Test func noEventOfGlimpsOwnIsAppendedBesideItsCommands() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            #expect(!EventKind.all.isEmpty)
            for kind in EventKind.all {
                try await expectError(.permissionDenied, "event_type_reserved", "\(kind.type)") {
                    try await gateway.events.append(.one("\(kind.type)"), metadata: service.metadata)
                }
            }
            let answers = try await gateway.appendStream(service) { writer in
                for kind in EventKind.all { try await writer.write(.one("\(kind.type)")) }
            }
            #expect(answers.map(\.failure.code) == EventKind.all.map { _ in "event_type_reserved" })
            #expect(try gateway.glimp.log.head() == .beginning)
        }
    }
}

/// Ada, who asked Bob for a glimp and got another from him; Cyd, her friend; Dan, whom she does not know; operators and
/// services.
private struct Callers {
    typealias Role = WhoMayCallWhatTests.Role
    let subject: EveryCall.Subject
    /// What only the two know: the ids of the open request and of the answered one, and of its photo.
    let secrets: [String]
    private let tokens: [Role: Metadata]

    init(_ gateway: TestGateway) async throws {
        let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
        let (cyd, dan) = (try await gateway.register("cyd"), try await gateway.register("dan"))
        try await gateway.befriend(ada, bob)
        try await gateway.befriend(ada, cyd)
        let ids = (0..<3).map { _ in UUID().uuidString.lowercased() }
        for id in ids.prefix(2) {
            try await gateway.send(Glimp_V1_RequestGlimp.with { ($0.friends, $0.requests) = (["bob"], [id]) }, ada)
            guard id == ids[0] else { continue }
            let answer = Glimp_V1_AnswerGlimp.with { ($0.request, $0.photo) = (id, .square(ids[2])) }
            // As an import would: over gRPC bob would have to upload the photo first.
            _ = try await gateway.glimp.commands.execute(
                try CommandCatalogue.receive("AnswerGlimp", binary: try answer.serializedBytes()),
                by: .onBehalf(bob.user), id: nil)
        }
        let (photo, album) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
        try await gateway.publish(photo, title: "Dawn", by: bob)
        try await gateway.send(Glimp_V1_CreateAlbum.with { ($0.title, $0.album) = ("Summer", album) }, bob)
        subject = .init(
            user: ada.user.description, username: "ada", request: ids[1], photo: photo, album: album)
        secrets = ids
        let revoked = try await gateway.credentials.openSession(for: ada.user.rawValue, label: "ended")
        try await gateway.credentials.revoke(revoked.session, of: ada.user.rawValue)
        let ended = try await gateway.service("old")
        try await gateway.credentials.operators.revoke(ended.token, of: ended.id)
        var tokens: [Role: Metadata] = [
            .nobody: [:], .expired: ada.metadata, .revoked: bearer(revoked.accessToken.text),
            .endedService: ended.metadata, .powerless: try await gateway.service("none", scopes: []).metadata,
            .operator: try await gateway.service("ops", scopes: [.operate, .read]).metadata,
            .service: try await gateway.service("all").metadata,
        ]
        gateway.clock.advance(seconds: 2 * 3_600)
        for (role, person) in [(Role.owner, ada), (.participant, bob), (.friend, cyd), (.stranger, dan)] {
            let grant = try await gateway.credentials.openSession(for: person.user.rawValue, label: "test")
            tokens[role] = bearer(grant.accessToken.text)
        }
        self.tokens = tokens
        try await gateway.glimp.catchUpReadModels()
    }

    func token(of role: Role) -> Metadata { tokens[role] ?? [:] }
}
