import Foundation
import GlimpDomain
import NIOCore
import Synchronization

/// What one caller sends: asks a friend for a glimp, takes it back, asks the next friend, and so on, from round to round.
final class AskAndCancel: Sendable {
    private struct State {
        var friend: Int
        var open: UUID?
    }
    private let asker: GatewayWorld.Someone
    private let friends: [GatewayWorld.Someone]
    private let state: Mutex<State>

    /// - Parameter first: the friend who is asked first.
    init(_ asker: GatewayWorld.Someone, _ friends: [GatewayWorld.Someone], first: Int) {
        self.asker = asker
        self.friends = friends
        state = Mutex(State(friend: first % friends.count))
    }

    /// One caller for each asker.
    static func callers(of world: GatewayWorld) -> [AskAndCancel] {
        world.askers.enumerated().map { AskAndCancel($1, world.friends, first: $0) }
    }

    var actor: Actor { .user(asker.user) }

    /// The next command's name and body.
    func next() -> (name: String, body: String) {
        state.withLock { state in
            if let request = state.open.take() {
                return ("CancelGlimpRequest", #"{"request":"\#(Self.text(request))"}"#)
            }
            let request = UUID()
            state.open = request
            let friend = friends[state.friend].user
            state.friend = (state.friend + 1) % friends.count
            return (
                "RequestGlimp",
                #"{"friends":["\#(friend)"],"answerWithin":"3600s","requests":["\#(Self.text(request))"]}"#
            )
        }
    }

    /// The next command as a request.
    func nextRequest() -> ByteBuffer {
        let (name, body) = next()
        return ByteBuffer(
            string: "POST /v1/commands/\(name) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(asker.token)\r\n"
                + "Idempotency-Key: \(Self.text(UUID()))\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private static func text(_ id: UUID) -> String { id.uuidString.lowercased() }
}

extension GatewayWorld.Someone {
    /// A request without a body.
    func get(_ path: String) -> ByteBuffer {
        ByteBuffer(
            string: "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n\r\n")
    }
}
