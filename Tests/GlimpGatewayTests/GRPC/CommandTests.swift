import EventLog
import Foundation
import GRPCCore
import GlimpDomain
import GlimpService
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct CommandTests {
    @Test func aCommandIsDoneOnceHoweverOftenItIsSent() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            _ = try await gateway.register("bob")
            let request = try Glimp_V1_ExecuteRequest.of(Glimp_V1_InviteFriend.with { $0.friend = "bob" })
            let first = try await gateway.commands.execute(request, metadata: ada.metadata)
            #expect(!first.isDuplicate && first.eventIds.count == 1 && first.position == 3)
            let again = try await gateway.commands.execute(request, metadata: ada.metadata)
            #expect(again.isDuplicate && again.eventIds == first.eventIds && again.position == 3)
            let event = try #require(try gateway.glimp.log.read(.all).last)
            #expect(event.type == "FriendInvited" && event.actor == "user:\(ada.user)")
            var other = try Glimp_V1_ExecuteRequest.of(Glimp_V1_InviteFriend.with { $0.friend = "cid" })
            other.id = request.id
            try await expectError(.alreadyExists, "id_reused") {
                try await gateway.commands.execute(other, metadata: ada.metadata)
            }
            #expect(try gateway.glimp.log.head() == Position(3))
        }
    }

    @Test func aRefusalIsAnErrorWithItsCode() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            let bob = try await gateway.register("bob")
            _ = try await gateway.register("cid")
            try await gateway.befriend(ada, bob)
            let request = UUID()
            try await gateway.send(
                Glimp_V1_RequestGlimp.with { ($0.friends, $0.requests) = (["bob"], [request.uuidString]) }, ada)
            let cases: [(RPCError.Code, String, any Message, SignedIn)] = [
                (.notFound, "user_not_found", Glimp_V1_InviteFriend.with { $0.friend = "nobody" }, ada),
                (.notFound, "request_not_found", Glimp_V1_DeclineGlimp.with { $0.request = UUID().uuidString }, bob),
                (.permissionDenied, "not_yours", Glimp_V1_DeclineGlimp.with { $0.request = request.uuidString }, ada),
                (.failedPrecondition, "already_friends", Glimp_V1_InviteFriend.with { $0.friend = "bob" }, ada),
                (.failedPrecondition, "request_already_open", Glimp_V1_RequestGlimp.with { $0.friends = ["bob"] }, ada),
                (.failedPrecondition, "not_friends", Glimp_V1_RequestGlimp.with { $0.friends = ["cid"] }, ada),
                (.invalidArgument, "invalid_request", Glimp_V1_DeclineGlimp.with { $0.request = "1" }, bob),
                (
                    .permissionDenied, "registration_elsewhere",
                    Glimp_V1_RegisterAccount.with { $0.username = "dan" }, ada
                ),
                (.invalidArgument, "unknown_command", Glimp_V1_GlimpAnswered(), ada),
                (.invalidArgument, "unknown_command", Glimp_V1_ExpireGlimpRequest(), ada),
                (.invalidArgument, "unknown_command", Eventlog_V1_HeadRequest(), ada),
            ]
            for (status, code, command, person) in cases {
                try await expectError(status, code, "\(command)") { try await gateway.send(command, person) }
            }
            let told = try await expectError(.failedPrecondition, "not_friends") {
                try await gateway.send(Glimp_V1_RequestGlimp.with { $0.friends = ["cid"] }, ada)
            }
            #expect(told?.metadata["subjects"] == "friends[0]" && told?.metadata["duplicate"] == nil)
            // A refusal is an outcome: the same id gets it again, also when it would be accepted by now.
            let invitation = try Glimp_V1_ExecuteRequest.of(Glimp_V1_InviteFriend.with { $0.friend = "dan" })
            for isDuplicate in [nil, "true"] {
                let told = try await expectError(.notFound, "user_not_found") {
                    try await gateway.commands.execute(invitation, metadata: ada.metadata)
                }
                #expect(told?.metadata["duplicate"] == isDuplicate)
                if isDuplicate == nil { _ = try await gateway.register("dan") }
            }
        }
    }

    @Test func aBatchKeepsItsOrderAndIsDoneOnce() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            _ = try await gateway.register("bob")
            let invite = Glimp_V1_InviteFriend.with { $0.friend = "bob" }
            let cancel = Glimp_V1_CancelInvitation.with { $0.invited = "bob" }
            var batch = Glimp_V1_ExecuteBatchRequest()
            batch.commands = try ([invite, cancel, invite, invite, cancel, cancel] as [any Message]).map { try .of($0) }
            batch.commands.append(.with { $0.id = UUID().uuidString })
            batch.commands.append(try .of(invite))
            batch.commands[7].id = ""
            let first = try await gateway.commands.executeBatch(batch, metadata: ada.metadata)
            #expect(first.results.map(\.id) == batch.commands.map(\.id))
            #expect(
                first.results.map { $0.failure.code } == [
                    "", "", "", "already_invited", "", "no_invitation", "unknown_command", "invalid_id",
                ])
            #expect(first.results[3].failure.status == Int32(RPCError.Code.failedPrecondition.rawValue))
            #expect(first.results.prefix(5).map(\.accepted.position) == [3, 4, 5, 0, 6])
            let again = try await gateway.commands.executeBatch(batch, metadata: ada.metadata)
            #expect(again.results.map(\.failure.code) == first.results.map(\.failure.code))
            #expect(again.results.map(\.accepted.eventIds) == first.results.map(\.accepted.eventIds))
            #expect([0, 1, 2, 4].allSatisfy { again.results[$0].accepted.isDuplicate })
            #expect([3, 5].allSatisfy { again.results[$0].failure.isDuplicate })
            #expect(try gateway.glimp.log.head() == Position(6))
            for count in [0, 501] {
                try await expectError(.invalidArgument, "invalid_commands") {
                    try await gateway.commands.executeBatch(
                        .with { $0.commands = Array(repeating: batch.commands[0], count: count) },
                        metadata: ada.metadata)
                }
            }
        }
    }

    @Test func aBodyThatIsNoCommandIsMalformed() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            var request = try Glimp_V1_ExecuteRequest.of(Glimp_V1_InviteFriend.with { $0.friend = "bob" })
            request.command.value = Data([0xFF, 0xFF])
            try await expectError(.invalidArgument, "malformed") {
                try await gateway.commands.execute(request, metadata: ada.metadata)
            }
            // A field that the command has not.
            request.command.value = Data([0x10, 0x01])
            try await expectError(.invalidArgument, "malformed") {
                try await gateway.commands.execute(request, metadata: ada.metadata)
            }
            request.id = "7"
            try await expectError(.invalidArgument, "invalid_id") {
                try await gateway.commands.execute(request, metadata: ada.metadata)
            }
        }
    }
}

extension Glimp_V1_ExecuteRequest {
    /// A command with a fresh id.
    static func of(_ command: any Message) throws -> Self {
        var request = Self()
        request.id = UUID().uuidString.lowercased()
        request.command = try Google_Protobuf_Any(message: command)
        return request
    }
}

extension TestGateway {
    @discardableResult
    func send(_ command: any Message, _ person: SignedIn) async throws -> Glimp_V1_ExecuteResponse {
        try await commands.execute(.of(command), metadata: person.metadata)
    }

    func befriend(_ one: SignedIn, _ other: SignedIn) async throws {
        try await send(Glimp_V1_InviteFriend.with { $0.friend = other.name }, one)
        try await send(Glimp_V1_AcceptFriend.with { $0.inviter = one.name }, other)
    }
}
