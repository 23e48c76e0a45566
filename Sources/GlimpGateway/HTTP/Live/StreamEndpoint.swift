import Credentials
import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// A person's notifications and changed collections as they come: server-sent events (WHATWG HTML, section 9.2).
///
/// `id` is the position, one message a position; `Last-Event-ID` goes on after it, with nothing missed or repeated. A
/// reader that is slow holds up nobody: each message is made when the one before was taken, so nothing piles up, and
/// ``ConnectionGuard`` drops who takes none.
struct StreamEndpoint: EndpointRoom {
    private let interface: Interface
    private let places: Places

    init(_ interface: Interface) {
        self.interface = interface
        places = interface.limits.streams
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/v1/stream", id: "stream",
                summary: "Server-sent events: notifications and changed collections as they come.",
                parameters: [
                    .init(
                        name: "Last-Event-ID", place: .header, summary: "Go on after this position; else from now on.",
                        shape: .position)
                ],
                answers: [
                    .init(
                        status: .ok, summary: "Messages, until one end is closed.",
                        content: .init(type: "text/event-stream", shape: .text))
                ],
                problems: [.unprocessableContent],
                respond: stream)
        ]
    }

    private func stream(_ call: Call) async throws -> Response {
        let me = try call.person
        let start = try PersonalStream.start(after: try call.lastEventID, in: interface.glimp)
        let place = try places.take(me.user)
        let stream = PersonalStream(
            user: me.user, models: interface.glimp.readModels, now: { [clock = interface.glimp.clock] in clock.now() },
            heartbeat: .seconds(interface.configuration.heartbeatSeconds),
            requireSession: { [credentials = interface.credentials] in
                _ = try Caller(call.request, credentials).requirePerson()
            })
        let body = ResponseBody { [request = call.request] writer in
            // A reader who has gone is noticed at once, and not by the next heartbeat.
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                _ = try await stream.follow(after: start) { try await writer.write(ByteBuffer(string: $0.text)) }
            }
            try await writer.finish(nil)
            // Free again when this is over, also when it never came to it.
            withExtendedLifetime(place) {}
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }
}

extension Call {
    fileprivate var lastEventID: Position? {
        get throws(Problem) {
            guard let text = request.headers[.lastEventID] else { return nil }
            guard let number = UInt64(text) else {
                throw Problem("invalid_position", "`Last-Event-ID` must be a position.")
            }
            return Position(number)
        }
    }
}
