import EventLog
import Foundation
import GRPCCore
import GlimpSchemas
import GlimpService
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct TroubleTests {
    @Test func whatGoesWrongHereIsToldInGeneral() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            _ = try await gateway.register("bob")
            let service = try await gateway.service()
            try await gateway.glimp.catchUpReadModels()
            gateway.glimp.log.close()
            let invite = Glimp_V1_InviteFriend.with { $0.friend = "bob" }
            let batch = try Glimp_V1_ExecuteBatchRequest.with { $0.commands = try [.of(invite), .of(invite)] }
            let told = [
                try await expectError(.unavailable, "closed") { try await gateway.send(invite, ada) },
                try await expectError(.unavailable, "closed") {
                    try await gateway.events.append(.one(), metadata: service.metadata)
                },
                try await expectError(.unavailable, "closed") {
                    try await gateway.events.head(.init(), metadata: service.metadata)
                },
            ]
            for told in told { #expect(told?.message == "It can't be done now; nothing was done, try again later.") }
            let results = try await gateway.commands.executeBatch(batch, metadata: ada.metadata).results
            #expect(results.map(\.failure.code) == ["closed", "closed"])
            #expect(results.allSatisfy { $0.failure.status == Int32(RPCError.Code.unavailable.rawValue) })
            // Reads go on.
            #expect(try await gateway.queries.me(.init(), metadata: ada.metadata).profile.username == "ada")
        }
    }
}
