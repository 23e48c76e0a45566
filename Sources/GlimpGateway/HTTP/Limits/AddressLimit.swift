import HTTPTypes
import Hummingbird

/// Counts every request of an address, also those for what is not there.
struct AddressLimit: RouterMiddleware {
    let limits: RequestLimits

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        try limits.take(address: context.address)
        return try await next(request, context)
    }
}
