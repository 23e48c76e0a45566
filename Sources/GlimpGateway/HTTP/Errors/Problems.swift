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
            if problem.status.code >= 500, !Self.isExpected(problem) {
                logger.error("\(request.method) \(context.endpointPath ?? "?"): \(problem.code): \(error)")
            }
            let response = try problem.response(from: request, context: context)
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    /// A position that is not reached yet is the caller's to wait for; and whoever told the server to end knows it.
    private static func isExpected(_ problem: Problem) -> Bool {
        problem.status == .gatewayTimeout || problem.code == Problem.shuttingDown.code
    }
}
