import Credentials
import Foundation
import HTTPTypes
import Hummingbird

/// One operation of the HTTP interface: how it is found, who may call it, what goes in and what comes out.
///
/// The router and the OpenAPI description are both made from these, so that neither says what the other does not.
struct Endpoint: Sendable {
    enum Access: Sendable {
        case everyone
        /// Whoever has a valid token, a person or an operator of whatever scope.
        case anybodySignedIn
        /// Somebody signed in.
        case person
        /// A person, or an operator who may act.
        case signedIn
        case operators(OperatorScope)
    }

    let method: HTTPRequest.Method
    /// With `{name}` for each parameter.
    let path: String
    /// The `operationId`.
    let id: String
    let summary: String
    var access = Access.person
    var parameters: [Parameter] = []
    var body: Content?
    /// What it answers when all is well.
    let answers: [Answer]
    /// The other statuses it may answer, beside those that all may.
    var problems: [HTTPResponse.Status] = []
    let respond: @Sendable (Call) async throws -> Response

    /// A part of the path, the query or the header.
    struct Parameter: Sendable {
        enum Place: String, Sendable { case path, query, header }
        let name: String
        let place: Place
        let summary: String
        var shape: Shape = .text
        var isRequired = false
    }

    /// A body: its media type and its form.
    struct Content: Sendable {
        var type = "application/json"
        let shape: Shape
    }

    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let summary: String
        var content: Content?
        var headers: [String] = []
    }
}

/// One request as an endpoint sees it.
struct Call: Sendable {
    let request: Request
    let caller: Caller
    let context: GatewayContext

    var person: UserIdentity {
        get throws(Problem) {
            let (user, session) = try caller.requirePerson()
            return UserIdentity(user: user, session: session)
        }
    }

    /// A query parameter; nil when it is not there.
    func query(_ name: String) -> String? { request.uri.queryParameters[name[...]].map(String.init) }

    /// A part of the path, its percent-encoding undone.
    /// - Throws: 404: what is no text names nothing.
    func path(_ name: String) throws(Problem) -> String {
        guard let text = context.parameters.get(name)?.removingPercentEncoding, !text.isEmpty else {
            throw Problem("not_found", "There is nothing here.")
        }
        return text
    }
}
