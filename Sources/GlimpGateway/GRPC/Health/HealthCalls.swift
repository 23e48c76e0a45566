import GRPCCore
import GlimpSchemas
import GlimpServices
import SwiftProtobuf

/// `grpc.health.v1.Health`, for load balancers: open to everyone, since it says nothing but whether calls are taken.
struct HealthCalls: Grpc_Health_V1_Health.ServiceProtocol {
    let board: HealthBoard

    func check(
        request: ServerRequest<Grpc_Health_V1_HealthCheckRequest>, context: ServerContext
    ) async throws -> ServerResponse<Grpc_Health_V1_HealthCheckResponse> {
        guard let status = board.status(of: request.message.service) else {
            throw RPCError(code: .notFound, message: "unknown service")
        }
        return ServerResponse(message: .with { $0.status = status })
    }

    func watch(
        request: ServerRequest<Grpc_Health_V1_HealthCheckRequest>, context: ServerContext
    ) async throws -> StreamingServerResponse<Grpc_Health_V1_HealthCheckResponse> {
        StreamingServerResponse { writer in
            let (id, statuses) = board.watch(request.message.service)
            // gRPC tells that the caller is gone, or that the server shuts down; what was said before is still written.
            try await withRPCCancellationHandler {
                for await status in statuses { try await writer.write(.with { $0.status = status }) }
            } onCancelRPC: {
                board.leave(id)
            }
            return [:]
        }
    }
}
