import Credentials
import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpService
import HTTPTypes
import Hummingbird

/// Becoming somebody.
struct AccountEndpoints: EndpointRoom {
    private let interface: Interface

    init(_ interface: Interface) { self.interface = interface }

    private struct Registration: Decodable {
        var username: String
        var password: String
        var email: String?
        var label: String?
    }

    private struct Command: Encodable {
        var username: String
        var email: String?
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "/v1/accounts", id: "register", summary: "Register, and open a first session.",
                access: .everyone, parameters: [.idempotencyKey],
                body: .init(
                    shape: .named(
                        "Registration",
                        .object([
                            .required("username", .text), .required("password", .text), .optional("email", .text),
                            .optional("label", .text),
                        ]))),
                answers: [
                    .init(
                        status: .created, summary: "Registered, or registered before with the same key and password.",
                        content: .init(shape: GrantJSON.shape))
                ],
                problems: [.unauthorized, .conflict, .unprocessableContent],
                respond: register)
        ]
    }

    /// The password is set after the account is there. Whoever retries with the same key has to show the same password:
    /// the key alone opens nothing.
    private func register(_ call: Call) async throws -> Response {
        let asked = try await call.json(Registration.self, interface.configuration)
        let password = Password(asked.password)
        // First, because it may be refused when too much is going on: an account without a password is nobody's, and its
        // name is gone.
        let prepared = try await interface.credentials.prepare(password)
        let body = try JSONEncoder().encode(Command(username: asked.username, email: asked.email))
        let command = try CommandCatalogue.receive("RegisterAccount", json: Array(body))
        let outcome = try await interface.glimp.commands.execute(command, by: .nobody, id: try call.idempotencyKey)
        if case .refused(let refusal) = outcome.result { throw refusal }
        guard let user = try interface.glimp.people.find(asked.username) else {
            throw Problem("outcome_unknown", "Try again with the same Idempotency-Key.")
        }
        let isFirst = try await interface.credentials.setFirstPassword(prepared, of: user.rawValue)
        let grant =
            if isFirst {
                try await interface.credentials.openSession(for: user.rawValue, label: call.label(asked.label))
            } else {
                try await interface.credentials.logIn(
                    LogIn(
                        name: asked.username, person: user.rawValue, password: password, address: call.clientAddress,
                        label: call.label(asked.label)))
            }
        return try JSONAnswer.response(
            GrantJSON(grant, user, username: asked.username, position: outcome.position), status: .created)
    }
}

extension Call {
    /// Where the request came from, for the counting of failures.
    var clientAddress: ClientAddress? { context.address.flatMap { ClientAddress($0) } }

    /// What the client calls itself.
    func label(_ given: String?) -> String { String((given ?? request.headers[.userAgent] ?? "").prefix(100)) }

    /// The command's id; nil: without a receipt.
    /// - Throws: 422 `invalid_command_id`.
    var idempotencyKey: CommandID? {
        get throws(Problem) {
            guard let text = request.headers[.idempotencyKey] else { return nil }
            // The draft has it as a quoted string; a bare one is what most clients send.
            let bare =
                text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 1 ? text.dropFirst().dropLast() : text[...]
            guard let id = CommandID(String(bare)) else {
                throw Problem("invalid_command_id", "`Idempotency-Key` must be a UUID.")
            }
            return id
        }
    }
}

extension Endpoint.Parameter {
    static let idempotencyKey = Endpoint.Parameter(
        name: "Idempotency-Key", place: .header,
        summary: "The command's id: the same again has the first outcome.", shape: .id)
}
