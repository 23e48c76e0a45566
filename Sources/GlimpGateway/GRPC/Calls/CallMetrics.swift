import GRPCCore
import Metrics

/// Measures every call: how long it took, by method and by how it ended. The names are those that other servers use.
struct CallMetrics: ServerInterceptor {
    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>, context: ServerContext,
        next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        let measured = MeasuredCall(method: context.descriptor)
        let response: StreamingServerResponse<Output>
        do {
            response = try await next(request, context)
        } catch {
            measured.ended(error)
            throw error
        }
        switch response.accepted {
        case .failure(let error):
            measured.ended(error)
            return response
        case .success(var contents):
            // A call has ended when its answers are written.
            let producer = contents.producer
            contents.producer = { writer in
                do {
                    let metadata = try await producer(writer)
                    measured.ended(nil)
                    return metadata
                } catch {
                    measured.ended(error)
                    throw error
                }
            }
            return StreamingServerResponse(accepted: .success(contents))
        }
    }
}

private struct MeasuredCall: Sendable {
    let method: MethodDescriptor
    private let start = ContinuousClock.now

    init(method: MethodDescriptor) { self.method = method }

    func ended(_ error: (any Error)?) {
        let code = error.map { ($0 as? RPCError)?.code.description ?? "unknown" } ?? "ok"
        Timer(
            label: "grpc_server_handling",
            dimensions: [
                ("grpc_service", method.service.fullyQualifiedService), ("grpc_method", method.method),
                ("grpc_code", code),
            ]
        ).record(duration: ContinuousClock.now - start)
    }
}
