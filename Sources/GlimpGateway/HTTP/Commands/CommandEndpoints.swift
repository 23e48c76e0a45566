import Credentials
import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpService
import HTTPTypes
import Hummingbird

/// Every command of the domain, by its name: a new one needs no new route.
struct CommandEndpoints: EndpointRoom {
    private let interface: Interface

    init(_ interface: Interface) { self.interface = interface }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "/v1/commands/{name}", id: "execute",
                summary:
                    "Execute a command. The body of the command `InviteFriend` is an `InviteFriendCommand`, and so on.",
                access: .signedIn,
                parameters: [
                    .init(
                        name: "name", place: .path, summary: "Which one.",
                        shape: .string(oneOf: CommandCatalogue.names), isRequired: true),
                    .idempotencyKey,
                ],
                body: .init(shape: .commandBody),
                answers: [
                    .init(
                        status: .ok, summary: "Accepted.", content: .init(shape: OutcomeJSON.shape),
                        headers: ["Glimp-Position"])
                ],
                problems: [.badRequest, .forbidden, .notFound, .conflict, .gone, .unprocessableContent],
                respond: execute),
            Endpoint(
                method: .post, path: "/v1/commands", id: "executeBatch",
                summary: "Execute commands in order; each has its own id and its own outcome.",
                access: .signedIn,
                body: .init(
                    shape: .named(
                        "Batch",
                        .object([
                            .required(
                                "commands",
                                .list(
                                    .object([
                                        .required("id", .id), .required("command", .text),
                                        .optional("body", .commandBody),
                                    ])))
                        ]))),
                answers: [
                    .init(
                        status: .ok, summary: "One outcome each, in order.",
                        content: .init(shape: .object([.required("outcomes", .list(BatchOutcomeJSON.shape))])))
                ],
                problems: [.badRequest, .forbidden, .unprocessableContent],
                respond: executeBatch),
        ]
    }

    private func execute(_ call: Call) async throws -> Response {
        let bytes = try await call.jsonText(interface.configuration)
        let command = try CommandCatalogue.receive(
            try call.path("name"), json: bytes.isEmpty ? Array("{}".utf8) : bytes)
        let outcome = try await interface.glimp.commands.execute(
            command, by: try call.sender(of: command), id: try call.idempotencyKey)
        if case .refused(let refusal) = outcome.result { throw refusal }
        var response = try JSONAnswer.response(OutcomeJSON(outcome))
        response.headers[.glimpPosition] = String(outcome.position.rawValue)
        return response
    }

    /// Each is decided by itself, one after the other; what keeps one from being decided ends the batch, because what
    /// follows may depend on it. Sent again with the same ids, what was decided has its first outcome.
    private func executeBatch(_ call: Call) async throws -> Response {
        let commands = try Batch(
            json: try await call.jsonText(interface.configuration),
            limit: interface.configuration.commandsAtOnce
        ).commands
        if case .person(let user, _) = call.caller {
            try await interface.glimp.commands.claimUploads(of: commands.map(\.command), by: .actor(.user(user)))
        }
        let chain = SubmissionChain()
        // All are queued before the first is waited for; what can't be queued is an outcome too, or what came before
        // would be done and not told.
        let submissions = commands.map { item in
            Result {
                try interface.glimp.commands.submit(
                    item.command, by: try call.sender(of: item.command), id: item.id, in: chain)
            }
        }
        var outcomes: [BatchOutcomeJSON] = []
        for (item, submission) in zip(commands, submissions) {
            let id = item.id.description
            do {
                outcomes.append(BatchOutcomeJSON(id: id, try await submission.get().outcome()))
            } catch {
                outcomes.append(BatchOutcomeJSON(id: id, Problem(error)))
            }
        }
        return try JSONAnswer.response(["outcomes": outcomes])
    }
}

extension Call {
    /// Who sends a command: the person or the operator who is signed in.
    func sender(of command: ReceivedCommand) throws(Problem) -> CommandBus.Sender {
        // Registering needs a password, which no command carries.
        guard !command.isRegistration else {
            throw Problem("actor_required", "Register with POST /v1/accounts.")
        }
        switch caller {
        case .person(let user, let session): return .actor(.user(user), session: session.uuid)
        case .operator(let someone): return .actor(.operatorAccount(someone.id.uuid))
        case .nobody: throw .signInFirst
        }
    }
}
