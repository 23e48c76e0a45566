import Foundation
import PicturesForTests

@testable import GlimpGateway

/// Ada, of whom everything is refused, and those around her.
struct RefusalCast {
    let gateway: HTTPGateway
    private(set) var ids: [String: String] = [:]
    private var tokens: [String: String] = [:]

    /// Bob is Ada's friend, Cyd is invited by her, Dan is blocked by her, and has blocked nobody; Eve has blocked her.
    init(_ gateway: HTTPGateway) async throws {
        self.gateway = gateway
        for name in ["ada", "bob", "cyd", "dan", "eve", "fay"] { tokens[name] = try await gateway.register(name) }
        try await befriend("ada", "bob")
        try await befriend("bob", "fay")
        try await does("ada", "InviteFriend", #"{"friend":"cyd"}"#)
        for name in ["bob", "dan", "eve"] {
            let upload = try await gateway.upload(MediaWorld.picture(2), as: token(name))
            ids["\(name)s"] = UUID().uuidString.lowercased()
            try await does(name, "PublishPhoto", #"{"photo":{"media":"\#(upload)"},"photoId":"<\#(name)s>"}"#)
            if name == "bob" { ids["sent"] = upload }
        }
        ids["snap"] = UUID().uuidString.lowercased()
        try await does("bob", "PostSnap", #"{"feed":"Memes","picture":{"catalogue":"cat"},"snap":"<snap>"}"#)
        try await does("ada", "OpenSnap", #"{"snap":"<snap>"}"#)
        ids["album"] = UUID().uuidString.lowercased()
        try await does("ada", "CreateAlbum", #"{"title":"Summer","album":"<album>"}"#)
        try await does("ada", "BlockUser", #"{"user":"dan"}"#)
        try await does("eve", "BlockUser", #"{"user":"ada"}"#)
        try await does("bob", "ChangeEmail", #"{"email":"bob@example.org"}"#)
        let hers = token("ada")
        ids["square"] = try await gateway.upload(MediaWorld.picture(1), as: hers)
        ids["tall"] = try await gateway.upload(Self.tall, as: hers)
        ids["new"] = UUID().uuidString
        // One of each end, asked of Ada by Bob, and one she asked for.
        for end in ["answered", "declined", "expired", "open"] { try await ask("bob", "ada", end) }
        try await ask("fay", "bob", "others")
        try await ask("ada", "bob", "hers")
    }

    func token(_ name: String) -> String { tokens[name] ?? "" }

    /// Sends a command as somebody, with the ids that it names between `<` and `>`.
    func send(_ command: String, _ body: String, as name: String) async throws -> HTTPAnswer {
        try await gateway.send("POST", "/v1/commands/\(command)", filled(body), as: token(name))
    }

    func filled(_ body: String) -> String {
        ids.reduce(body) { body, id in body.replacing("<\(id.key)>", with: id.value) }
    }

    private func does(_ name: String, _ command: String, _ body: String) async throws {
        try await gateway.command(command, filled(body), as: token(name))
    }

    private func befriend(_ one: String, _ other: String) async throws {
        try await gateway.befriend(one, (other, token(other)), as: token(one))
    }

    /// A request that comes to the end that it is called by.
    private mutating func ask(_ asker: String, _ answerer: String, _ name: String) async throws {
        let id = UUID().uuidString.lowercased()
        ids[name] = id
        let body = #"{"friends":["\#(answerer)"],"requests":["\#(id)"],"answerWithin":"60s"}"#
        try await does(asker, "RequestGlimp", body)
        switch name {
        case "answered":
            try await does(answerer, "AnswerGlimp", #"{"request":"\#(id)","photo":{"media":"<square>"}}"#)
        case "declined": try await does(answerer, "DeclineGlimp", #"{"request":"\#(id)"}"#)
        case "expired": gateway.ahead.advance(seconds: 61)
        default: break
        }
    }

    private static let tall = TestPicture(2, 3).encoded(".png")
}
