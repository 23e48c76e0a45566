import Credentials
import EventLog
import Foundation
import GlimpDomain
import GlimpService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import PicturesForTests
import Testing

@testable import GlimpGateway

/// A data directory with ada, ben and cleo, signed in, and the endpoints on it; gone with it.
///
/// Nothing of it changes once it is made.
final class MediaWorld: @unchecked Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "glimp-gateway-\(UUID().uuidString)").path(
        percentEncoded: false)
    let glimp: GlimpDirectory
    let credentials: CredentialStore
    let responder: any HTTPResponder<GatewayContext>
    private(set) var tokens: [String: String] = [:]
    private(set) var users: [String: UserID] = [:]

    init() async throws {
        glimp = try GlimpDirectory(path, creates: true, access: .shared)
        var options = CredentialsOptions()
        options.creates = true
        options.scrypt = ScryptParameters(logN: 4)
        credentials = try CredentialStore(at: path + "/credentials", options: options)
        responder = try Interface(
            glimp: glimp, credentials: credentials, configuration: GatewayConfiguration(),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), metrics: PrometheusMetrics()
        ).router().buildResponder()
        for name in ["ada", "ben", "cleo"] {
            try await send("RegisterAccount", #"{"username":"\#(name)"}"#, as: name)
            let user = try #require(try glimp.people.find(name))
            users[name] = user
            tokens[name] = try await credentials.openSession(for: user.rawValue, label: "").accessToken.text
        }
        tokens["expired"] = try await credentials.openSession(for: UUID(), label: "").accessToken.text + "x"
        let operatorID = try await credentials.operators.create(name: "op", scopes: [.operate]).id
        tokens["operator"] = try await credentials.operators.makeToken(for: operatorID, label: "test").token.text
    }

    deinit {
        credentials.close()
        glimp.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    func send(_ command: String, _ body: String, as name: String) async throws {
        let received = try CommandCatalogue.receive(command, json: Array(body.utf8))
        let sender = try glimp.commands.sender(named: name, of: received)
        if case .refused(let refusal) = try await glimp.commands.execute(received, by: sender, id: nil).result {
            throw refusal
        }
    }

    struct Reply {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]

        func json() throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        }
    }

    /// One request, answered in memory.
    func request(
        _ method: HTTPRequest.Method, _ path: String, as name: String? = nil, _ headers: HTTPFields = [:],
        body: [UInt8] = []
    ) async throws -> Reply {
        var head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers)
        if let name { head.headerFields[.authorization] = "Bearer \(tokens[name] ?? name)" }
        let source = ApplicationRequestContextSource(
            channel: EmbeddedChannel(), logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let response = try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body))),
            context: GatewayContext(source: source))
        let collected = Collected()
        try await response.body.write(Collector(into: collected))
        return Reply(status: response.status.code, headers: response.headers, body: collected.bytes)
    }

    /// A small square PNG, another one for each number.
    static func picture(_ number: UInt8 = 0) -> [UInt8] { TestPicture.png(number: Int(number)) }
}

/// What a response's body writes. Used by one request, one write after the other.
private final class Collected: @unchecked Sendable {
    var bytes: [UInt8] = []
}

private struct Collector: ResponseBodyWriter {
    let collected: Collected
    init(into collected: Collected) { self.collected = collected }

    mutating func write(_ buffer: ByteBuffer) async throws { collected.bytes += buffer.readableBytesView }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
