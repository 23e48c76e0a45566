import Credentials
import FoundationEssentials
import GlimpDomain
import GlimpService
import HTTPTypes
import Hummingbird

/// Being signed in.
struct SessionEndpoints: EndpointRoom {
    private let interface: Interface
    private var credentials: CredentialStore { interface.credentials }

    init(_ interface: Interface) { self.interface = interface }

    private struct LogInBody: Decodable {
        var username: String
        var password: String
        var label: String?
    }

    private struct Refresh: Decodable { var refreshToken: String }

    private struct PasswordChange: Decodable {
        var current: String
        var new: String
    }

    private struct Sessions: Encodable { var items: [SessionJSON] }

    var endpoints: [Endpoint] {
        let grant = Endpoint.Answer(status: .ok, summary: "The tokens.", content: .init(shape: GrantJSON.shape))
        let done = Endpoint.Answer(status: .noContent, summary: "Done.")
        return [
            Endpoint(
                method: .post, path: "/v1/sessions", id: "logIn", summary: "Log in.", access: .everyone,
                body: .init(
                    shape: .named(
                        "LogIn",
                        .object([
                            .required("username", .text), .required("password", .text), .optional("label", .text),
                        ]))),
                answers: [grant], problems: [.unauthorized], respond: logIn),
            Endpoint(
                method: .post, path: "/v1/sessions/refresh", id: "refresh", summary: "Exchange a refresh token.",
                access: .everyone,
                body: .init(shape: .named("Refresh", .object([.required("refreshToken", .text)]))),
                answers: [grant], problems: [.unauthorized], respond: refresh),
            Endpoint(
                method: .get, path: "/v1/sessions", id: "listSessions", summary: "Where one is signed in.",
                answers: [
                    .init(
                        status: .ok, summary: "The sessions.",
                        content: .init(shape: .object([.required("items", .list(SessionJSON.shape))])))
                ], respond: list),
            Endpoint(
                method: .delete, path: "/v1/sessions/current", id: "logOut", summary: "Log out here.",
                answers: [done], respond: logOut),
            Endpoint(
                method: .delete, path: "/v1/sessions", id: "logOutEverywhere", summary: "Log out everywhere.",
                answers: [done], respond: logOutEverywhere),
            Endpoint(
                method: .put, path: "/v1/password", id: "changePassword",
                summary: "Change the password; every other session ends.",
                body: .init(
                    shape: .named("PasswordChange", .object([.required("current", .text), .required("new", .text)]))),
                answers: [done], problems: [.unprocessableContent], respond: changePassword),
        ]
    }

    private func logIn(_ call: Call) async throws -> Response {
        let body = try await call.json(LogInBody.self, interface.configuration)
        let person = try interface.glimp.people.find(body.username)
        let grant = try await credentials.logIn(
            LogIn(
                name: body.username, person: person?.rawValue, password: Password(body.password),
                address: call.clientAddress, label: call.label(body.label)))
        // Nobody logs in as nobody.
        guard let person else { throw Problem.signInFirst }
        return try JSONAnswer.response(GrantJSON(grant, person))
    }

    private func refresh(_ call: Call) async throws -> Response {
        let body = try await call.json(Refresh.self, interface.configuration)
        let grant = try await credentials.refresh(try RefreshToken(body.refreshToken))
        let person = try credentials.authenticate(grant.accessToken).person
        return try JSONAnswer.response(GrantJSON(grant, UserID(rawValue: person)))
    }

    private func list(_ call: Call) async throws -> Response {
        let me = try call.person
        let sessions = try credentials.sessions(of: me.user.rawValue)
        return try JSONAnswer.response(Sessions(items: sessions.map { SessionJSON($0, current: me.session) }))
    }

    private func logOut(_ call: Call) async throws -> Response {
        let me = try call.person
        do {
            try await credentials.revoke(me.session, of: me.user.rawValue)
        } catch let error as CredentialsError where error.code == .notFound {
            // Another request has ended it meanwhile: it is as was asked.
        }
        return Response(status: .noContent)
    }

    private func logOutEverywhere(_ call: Call) async throws -> Response {
        _ = try await credentials.revokeSessions(of: try call.person.user.rawValue)
        return Response(status: .noContent)
    }

    private func changePassword(_ call: Call) async throws -> Response {
        let me = try call.person
        let body = try await call.json(PasswordChange.self, interface.configuration)
        try await credentials.changePassword(
            of: me.user.rawValue, from: Password(body.current), to: Password(body.new), keeping: me.session,
            address: call.clientAddress)
        return Response(status: .noContent)
    }
}
