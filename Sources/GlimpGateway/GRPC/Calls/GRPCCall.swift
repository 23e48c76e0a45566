import GRPCCore
import Logging

/// Runs the bodies of calls: whatever they throw ends the call with the status that stands for it.
struct GRPCCall: Sendable {
    let logger: Logger

    /// Answers one message with one.
    func unary<Response: Sendable>(_ body: () async throws -> Response) async throws -> ServerResponse<Response> {
        do {
            return ServerResponse(message: try await body())
        } catch let error as RPCError {
            throw error
        } catch {
            throw CallFailure(error, logger).rpcError
        }
    }

    /// Answers with a stream, until `body` ends, the caller is gone, or the server shuts down.
    func stream<Response: Sendable>(
        _ context: ServerContext, _ body: @escaping @Sendable (RPCWriter<Response>) async throws -> Void
    ) -> StreamingServerResponse<Response> {
        StreamingServerResponse { [logger] writer in
            do {
                try await context.runUnlessCancelled { try await body(writer) }
                return [:]
            } catch let error as RPCError {
                throw error
            } catch {
                throw CallFailure(error, logger).rpcError
            }
        }
    }
}

extension ServerContext {
    /// Runs `body` and cancels it when the caller is gone or the server shuts down. gRPC cancels no task by itself.
    /// - Throws: `shutting_down` when it was cancelled; what `body` throws.
    func runUnlessCancelled(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await cancellation.cancelled
                throw CallFailure.shuttingDown
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
