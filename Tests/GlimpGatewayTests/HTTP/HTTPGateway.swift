import Credentials
import EventLog
import Foundation
import FoundationNetworking
import GlimpDomain
import HTTPTypes
import Logging
import ServiceLifecycle

@testable import GlimpGateway
@testable import GlimpService

/// The HTTP gateway on loopback over a data directory of its own.
struct HTTPGateway: Sendable {
    let interface: Interface
    let clock: CredentialsClock
    /// What the log's time is ahead of this machine's.
    let ahead: TimeAhead
    let port: Int
    /// Has the server shut down in order.
    let shutDown: @Sendable () async -> Void

    var credentials: CredentialStore { interface.credentials }

    static let password = "correct horse"

    /// Sends one request and gives what it was answered with.
    @discardableResult
    func send(
        _ method: String, _ path: String, _ body: String? = nil, as token: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        var headers = headers
        if body != nil, headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
        return try await send(method, path, bytes: body.map { Array($0.utf8) }, as: token, headers: headers)
    }

    /// The same with a body of any bytes.
    func send(
        _ method: String, _ path: String, bytes: [UInt8]?, as token: String? = nil, headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw Missing() }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let bytes { request.httpBody = Data(bytes) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw Missing() }
        return HTTPAnswer(response: response, bytes: Array(data))
    }

    /// Uploads a picture and gives its id.
    func upload(_ picture: [UInt8], as token: String) async throws -> String {
        let answer = try await send("POST", "/v1/media", bytes: picture, as: token)
        guard answer.status == 201, let media = answer.json["media"]?.text else {
            throw Unexpected(answer: answer.text)
        }
        return media
    }

    /// Registers somebody and gives the access token.
    func register(_ name: String) async throws -> String {
        let answer = try await send(
            "POST", "/v1/accounts", #"{"username":"\#(name)","password":"\#(Self.password)"}"#)
        guard answer.status == 201, let token = answer.json["accessToken"]?.text else { throw Missing() }
        return token
    }

    /// Has a command done and gives its position.
    @discardableResult
    func command(_ name: String, _ body: String, as token: String, id: UUID = UUID()) async throws -> Int {
        let answer = try await send(
            "POST", "/v1/commands/\(name)", body, as: token, headers: ["Idempotency-Key": id.uuidString])
        guard answer.status == 200, let position = answer.json["position"]?.number else {
            throw Unexpected(answer: answer.text)
        }
        return position
    }

    func befriend(_ one: String, _ other: (name: String, token: String), as token: String) async throws {
        try await command("InviteFriend", #"{"friend":"\#(other.name)"}"#, as: token)
        try await command("AcceptFriend", #"{"inviter":"\#(one)"}"#, as: other.token)
    }
}

struct Unexpected: Error { let answer: String }

struct HTTPAnswer: Sendable {
    let response: HTTPURLResponse
    let bytes: [UInt8]

    var status: Int { response.statusCode }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))) ?? .null }
    var code: String? { json["code"]?.text }
    func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
}

extension JSONValue {
    subscript(_ key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int? { if case .integer(let number) = self { number } else { nil } }
    var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }
    var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
}

/// Runs `body` against a gateway that is gone afterwards.
func withHTTPGateway(
    _ configure: (inout GatewayConfiguration) -> Void = { _ in },
    credentials change: (inout CredentialsOptions) -> Void = { _ in },
    _ body: @escaping @Sendable (HTTPGateway) async throws -> Void
) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "http-\(UUID().uuidString)").path(
        percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let ahead = TimeAhead()
    let glimp = try GlimpDirectory(path, creates: true, access: .shared, clock: ahead.watch)
    defer { glimp.close() }
    let clock = CredentialsClock()
    var options = CredentialsOptions()
    options.creates = true
    options.mapSize = 1 << 28
    options.scrypt = ScryptParameters(logN: 4)
    options.now = { clock.now }
    change(&options)
    let credentials = try CredentialStore(at: path + "/credentials", options: options)
    defer { credentials.close() }
    var configuration = GatewayConfiguration()
    configuration.port = 0
    configure(&configuration)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let interface = Interface(
        glimp: glimp, credentials: credentials, configuration: configuration, logger: logger,
        metrics: PrometheusMetrics())
    let (ports, listening) = AsyncStream<Int>.makeStream()
    let services = glimp.services { _ in } + [try interface.server { listening.yield($0) }]
    let group = ServiceGroup(configuration: .init(services: services.map { .init(service: $0) }, logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        guard let port = await ports.first(where: { _ in true }) else { throw Missing() }
        try await body(
            HTTPGateway(interface: interface, clock: clock, ahead: ahead, port: port) {
                await group.triggerGracefulShutdown()
            })
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
}
