import HTTPTypes
import Hummingbird

/// Finds out who calls behind load balancers.
struct ClientAddresses: RouterMiddleware {
    private let proxies: TrustedProxies

    init(trusting proxies: [String]) { self.proxies = TrustedProxies(proxies) }

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.address = context.address.map { proxies.client($0, forwarded: request.headers[values: .xForwardedFor]) }
        return try await next(request, context)
    }
}
