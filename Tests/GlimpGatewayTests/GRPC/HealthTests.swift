import GRPCCore
import GlimpGateway
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct HealthTests {
    @Test(arguments: [true, false])
    func eachServiceThatIsOfferedIsServing(servesEventLog: Bool) async throws {
        try await withGateway({ $0.servesEventLog = servesEventLog }) { gateway in
            for service in ["", "glimp.v1.Commands", "glimp.v1.Queries"] {
                #expect(try await gateway.check(service) == .serving)
            }
            if servesEventLog {
                #expect(try await gateway.check("eventlog.v1.EventLog") == .serving)
            } else {
                try await expectError(.notFound, nil) { try await gateway.check("eventlog.v1.EventLog") }
            }
            let unknown = try await gateway.health.watch(.with { $0.service = "other" }) { response in
                try await response.messages.first { _ in true }?.status
            }
            #expect(unknown == .serviceUnknown)
        }
    }

    @Test func whoWatchesIsToldOfTheShutdown() async throws {
        try await withGateway { gateway in
            let statuses = try await gateway.health.watch(.init()) { response in
                var statuses: [Grpc_Health_V1_HealthCheckResponse.ServingStatus] = []
                for try await answer in response.messages {
                    statuses.append(answer.status)
                    if statuses.count == 1 { await gateway.shutDown() }
                }
                return statuses
            }
            #expect(statuses == [.serving, .notServing])
        }
    }
}

extension TestGateway {
    fileprivate func check(_ service: String) async throws -> Grpc_Health_V1_HealthCheckResponse.ServingStatus {
        try await health.check(.with { $0.service = service }).status
    }
}
