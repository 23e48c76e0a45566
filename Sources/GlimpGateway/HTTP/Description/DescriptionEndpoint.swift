import HTTPTypes
import Hummingbird

/// The description of all other endpoints.
struct DescriptionEndpoint: EndpointRoom {
    private let described: [Endpoint]

    init(describing endpoints: [Endpoint]) { described = endpoints }

    var endpoints: [Endpoint] {
        let own = Endpoint(
            method: .get, path: "/openapi.json", id: "describe", summary: "This description (OpenAPI 3.1).",
            access: .everyone,
            answers: [.init(status: .ok, summary: "The description.", content: .init(shape: .anything))],
            respond: { _ in throw Problem("not_found", "There is nothing here.") })
        let document = OpenAPIDocument(describing: described + [own])
        return [
            Endpoint(
                method: own.method, path: own.path, id: own.id, summary: own.summary, access: own.access,
                answers: own.answers, respond: { _ in try JSONAnswer.response(document.json) })
        ]
    }
}
