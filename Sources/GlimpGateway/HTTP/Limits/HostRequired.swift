import HTTPTypes
import Hummingbird

/// A request without `Host`, or with several, is malformed (RFC 9112, section 3.2).
struct HostRequired: RouterMiddleware {
    private static let host = HTTPField.Name("Host")

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        // The first one has become the authority.
        guard request.head.authority != nil, Self.host.flatMap({ request.headers[$0] }) == nil else {
            throw Problem("malformed", "A request has one `Host`.")
        }
        return try await next(request, context)
    }
}
