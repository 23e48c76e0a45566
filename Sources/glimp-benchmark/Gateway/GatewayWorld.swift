import Credentials
import EventLog
import Foundation
import GlimpDomain
import GlimpService

/// People on a data directory who are friends and signed in, and a service that may use the event log.
struct GatewayWorld: Sendable {
    struct Someone: Sendable {
        let user: UserID
        let name: String
        let token: String
    }
    /// Each has all of `friends` for friends.
    let askers: [Someone]
    let friends: [Someone]
    let serviceToken: String

    static let askerCount = 64
    static let friendCount = 20

    static func make(at path: String) async throws -> GatewayWorld {
        let glimp = try GlimpDirectory(path, creates: true, access: .shared)
        defer { glimp.close() }
        var options = CredentialsOptions()
        options.creates = true
        options.pepper = glimp.keys.credentialsPepper
        let credentials = try CredentialStore(at: path + "/credentials", options: options)
        defer { credentials.close() }
        let askers = try await (0..<askerCount).asyncMap { try await register("asker\($0)", glimp, credentials) }
        let friends = try await (0..<friendCount).asyncMap { try await register("friend\($0)", glimp, credentials) }
        var submissions: [Submission] = []
        for asker in askers {
            for friend in friends {
                let invite = try CommandCatalogue.receive(
                    "InviteFriend", json: Array(#"{"friend":"\#(friend.user)"}"#.utf8))
                submissions.append(try glimp.commands.submit(invite, by: .actor(.user(asker.user)), id: nil))
                let accept = try CommandCatalogue.receive(
                    "AcceptFriend", json: Array(#"{"inviter":"\#(asker.user)"}"#.utf8))
                submissions.append(try glimp.commands.submit(accept, by: .actor(.user(friend.user)), id: nil))
            }
        }
        for submission in submissions { try await submission.outcome().requireAccepted() }
        try await glimp.catchUpReadModels()
        let service = try await credentials.operators.create(name: "benchmark", scopes: [.events])
        let token = try await credentials.operators.makeToken(for: service.id, label: "benchmark").token
        return GatewayWorld(askers: askers, friends: friends, serviceToken: token.text)
    }

    private static func register(
        _ name: String, _ glimp: GlimpDirectory, _ credentials: CredentialStore
    ) async throws -> Someone {
        let user = UserID(rawValue: UUID())
        let command = try CommandCatalogue.receive(
            "RegisterAccount", json: Array(#"{"userId":"\#(user)","username":"\#(name)"}"#.utf8))
        try await glimp.commands.execute(command, by: .nobody, id: nil).requireAccepted()
        let session = try await credentials.openSession(for: user.rawValue, label: "benchmark")
        return Someone(user: user, name: name, token: session.accessToken.text)
    }
}

extension Outcome {
    /// A refusal is no work done: nothing of it may count.
    fileprivate func requireAccepted() throws {
        if case .refused(let refusal) = result { throw refusal }
    }
}

extension Sequence {
    fileprivate func asyncMap<R>(_ transform: (Element) async throws -> R) async rethrows -> [R] {
        var results: [R] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
