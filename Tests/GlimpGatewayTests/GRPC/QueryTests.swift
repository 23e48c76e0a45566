import Foundation
import GRPCCore
import GlimpDomain
import GlimpGateway
import GlimpSchemas
import GlimpServices
import GlimpService
import SwiftProtobuf
import Testing

@Suite struct QueryTests {
    @Test func everyReadModelAnswersForWhoeverAsks() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            let bob = try await gateway.register("bob")
            let cid = try await gateway.register("cid")
            try await gateway.befriend(ada, bob)
            try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "cid" }, ada)
            let ids = [UUID().uuidString.lowercased(), UUID().uuidString.lowercased()]
            try await gateway.send(Glimp_V1_RequestGlimp.with { ($0.friends, $0.requests) = (["bob"], [ids[0]]) }, ada)
            // As an import would: over gRPC bob would have to upload the photo first.
            let answer = Glimp_V1_AnswerGlimp.with { ($0.request, $0.photo) = (ids[0], .square()) }
            _ = try await gateway.glimp.commands.execute(
                try CommandCatalogue.receive("AnswerGlimp", binary: try answer.serializedBytes()),
                by: .onBehalf(bob.user), id: nil)
            let last = try await gateway.send(
                Glimp_V1_RequestGlimp.with { ($0.friends, $0.requests) = (["bob"], [ids[1]]) }, ada)
            try await gateway.glimp.catchUpReadModels()
            let queries = gateway.queries
            let here = Glimp_V1_ListRequest.with { $0.waitFor = last.position }

            let me = try await queries.me(.init(), metadata: ada.metadata)
            #expect(me.profile.username == "ada" && me.profile.user == ada.user.description)
            #expect(me.profile.email == "ada@example.org")
            let found = try await queries.findByUsername(.with { $0.username = "BOB" }, metadata: ada.metadata)
            #expect(found.profile.user == bob.user.description && !found.profile.hasEmail)
            try await expectError(.notFound, "user_not_found") {
                try await queries.findByUsername(.with { $0.username = "nobody" }, metadata: ada.metadata)
            }

            let friends = try await queries.friends(here, metadata: ada.metadata)
            #expect(friends.position == last.position && friends.friends.total == 1)
            #expect(friends.friends.items.map(\.person.username) == ["bob"])
            #expect(
                friends.friends.items[0].sharedGlimps == 1 && friends.friends.items[0].openRequest.request == ids[1])
            let invitations = try await queries.invitations(here, metadata: cid.metadata)
            #expect(invitations.incoming.items.map(\.inviter.username) == ["ada"] && invitations.outgoing.total == 0)
            let requests = try await queries.requests(here, metadata: bob.metadata)
            #expect(requests.incoming.items.map(\.request) == [ids[1]] && requests.outgoing.items.isEmpty)
            #expect((3_500...3_600).contains(requests.incoming.items[0].secondsLeft))

            let received = try await queries.received(.init(), metadata: ada.metadata)
            #expect(
                received.items.map(\.request) == [ids[0]]
                    && received.items[0].photo == Glimp_V1_UploadedPhoto.square().shown)
            #expect(try await queries.received(.init(), metadata: bob.metadata).items.isEmpty)
            #expect(try await queries.sent(.init(), metadata: bob.metadata).items.map(\.request) == [ids[0]])
            for (person, other, count) in [(ada, bob, 1), (bob, ada, 1), (cid, ada, 0)] {
                let shared = try await queries.shared(
                    .with { $0.user = other.user.description }, metadata: person.metadata)
                #expect(shared.total == UInt64(count) && shared.items.count == count)
            }
            let home = try await queries.home(.init(), metadata: bob.metadata)
            #expect(home.position == last.position && home.requests == requests.incoming && home.friends.total == 1)
            let adas = try await queries.home(.init(), metadata: ada.metadata)
            #expect(adas.friends == friends.friends && adas.outgoingInvitations.total == 1)
        }
    }

    @Test func listsGoOnWhereAPageEnded() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            for number in 0..<5 {
                let other = try await gateway.register("friend\(number)")
                try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = other.name }, ada)
            }
            try await gateway.glimp.catchUpReadModels()
            var names: [String] = []
            var request = Glimp_V1_ListRequest.with { $0.limit = 2 }
            for size in [2, 2, 1] {
                let page = try await gateway.queries.invitations(request, metadata: ada.metadata).outgoing
                #expect(page.items.count == size && page.total == 5 && page.hasCursor == (size == 2))
                names += page.items.map(\.invited.username)
                request.cursor = page.cursor
            }
            #expect(names == (0..<5).reversed().map { "friend\($0)" })
            for limit: UInt32 in [0, 501] {
                try await expectError(.invalidArgument, "invalid_limit") {
                    try await gateway.queries.friends(.with { $0.limit = limit }, metadata: ada.metadata)
                }
            }
            try await expectError(.invalidArgument, "invalid_cursor") {
                try await gateway.queries.friends(.with { $0.cursor = "x" }, metadata: ada.metadata)
            }
            try await expectError(.invalidArgument, "invalid_user") {
                try await gateway.queries.shared(.with { $0.user = "x" }, metadata: ada.metadata)
            }
        }
    }

    @Test func anAnswerCanBeWaitedForAndTheWaitingEnds() async throws {
        try await withGateway({ $0.patience = .milliseconds(50) }) { gateway in
            let ada = try await gateway.register("ada")
            try await expectError(.unavailable, "projection_not_ready") {
                try await gateway.queries.me(.init(), metadata: ada.metadata)
            }
            try await gateway.glimp.catchUpReadModels()
            try await expectError(.deadlineExceeded, "projection_behind") {
                try await gateway.queries.friends(.with { $0.waitFor = 2 }, metadata: ada.metadata)
            }
            try await expectError(.deadlineExceeded, "projection_behind") {
                try await gateway.queries.me(.with { $0.waitFor = 2 }, metadata: ada.metadata)
            }
            #expect(try await gateway.queries.me(.with { $0.waitFor = 1 }, metadata: ada.metadata).position == 1)
        }
    }
}
