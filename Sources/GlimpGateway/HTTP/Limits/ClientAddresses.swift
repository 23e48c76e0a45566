import HTTPTypes
import Hummingbird

/// Finds out who calls behind load balancers: the last address in `X-Forwarded-For` that is none of theirs. What stands
/// before it came from the caller, who may write anything.
struct ClientAddresses: RouterMiddleware {
    private let trusted: Set<String>

    init(trusting proxies: [String]) { trusted = Set(proxies) }

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        guard let address = context.address, trusted.contains(address) else { return try await next(request, context) }
        var context = context
        context.address = client(from: request.headers[values: .xForwardedFor]) ?? address
        return try await next(request, context)
    }

    private func client(from fields: [String]) -> String? {
        fields.flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " } }.last { !trusted.contains($0) }
    }
}
