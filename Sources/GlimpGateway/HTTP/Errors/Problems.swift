import HTTPTypes
import Hummingbird
import Logging

/// Turns whatever goes wrong into problem details. What nobody outside can mend is logged; what they sent is not.
struct Problems: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = Problem(error)
            // That a position is not reached yet is the caller's to wait for.
            if problem.status.code >= 500, problem.status != .gatewayTimeout {
                logger.error("\(request.method) \(context.endpointPath ?? "?"): \(problem.code): \(error)")
            }
            let response = try problem.response(from: request, context: context)
            return request.method == .head ? response.createHeadResponse() : response
        }
    }
}
