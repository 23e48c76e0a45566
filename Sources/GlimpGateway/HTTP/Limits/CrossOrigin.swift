import HTTPTypes
import Hummingbird

/// Lets pages of certain origins call (WHATWG Fetch, section 3.3). Without one, a browser keeps every other origin out.
struct CrossOrigin: RouterMiddleware {
    private let middlewares: [String: CORSMiddleware<GatewayContext>]
    private let forAll: CORSMiddleware<GatewayContext>?

    init(origins: [String]) {
        forAll = origins.contains("*") ? Self.middleware(.all) : nil
        middlewares = Dictionary(origins.map { ($0, Self.middleware(.custom($0))) }) { first, _ in first }
    }

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = request.headers[.origin], let middleware = forAll ?? middlewares[origin] else {
            return try await next(request, context)
        }
        return try await middleware.handle(request, context: context, next: next)
    }

    /// A token is sent by the page itself, never by the browser of its own accord: so no credentials are allowed.
    private static func middleware(
        _ origin: CORSMiddleware<GatewayContext>.AllowOriginExtended
    ) -> CORSMiddleware<GatewayContext> {
        CORSMiddleware(
            allowOrigin: origin,
            allowHeaders: [.accept, .authorization, .contentType, .ifNoneMatch, .range] + HTTPField.Name.ofRequests,
            allowMethods: [.get, .head, .post, .put, .delete],
            exposedHeaders: [HTTPField.Name.contentRange, .eTag, .glimpPosition, .location, .retryAfter].map(
                \.canonicalName),
            maxAge: .seconds(600))
    }
}
