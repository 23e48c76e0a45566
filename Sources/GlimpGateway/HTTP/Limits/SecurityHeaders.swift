import HTTPTypes
import Hummingbird

/// What every answer carries: it is data for a program, never a page (OWASP REST security).
struct SecurityHeaders: RouterMiddleware {
    /// Whether TLS is all that is spoken here: browsers then never try without.
    let isSecure: Bool

    private static let fields: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
    ]

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        for field in Self.fields { response.headers[field.name] = field.value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}
