import Credentials
import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpReadModels
import GlimpService
import HTTPTypes
import Hummingbird
import NIOCore

/// Everything that one has, as an archive.
struct ExportEndpoint: EndpointRoom {
    private let interface: Interface
    private let places: Places

    init(_ interface: Interface) {
        self.interface = interface
        places = Places(interface.configuration.exports, ofPerson: 1, "exports", code: "too_many_exports")
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/v1/me/export", id: "export",
                summary: "Everything that one has: a tar archive of JSON and photos, its README first. An archive "
                    + "without `manifest.json` at its end is cut short.",
                parameters: [.waitFor],
                answers: [
                    .init(
                        status: .ok, summary: "The archive.", content: .init(type: "application/x-tar", shape: .binary),
                        headers: ["Glimp-Position"])
                ],
                problems: [.notFound, .unprocessableContent, .gatewayTimeout], respond: respond)
        ]
    }

    private func respond(_ call: Call) async throws -> Response {
        let me = try call.person.user
        let place = try places.take(me)
        try await interface.waitIfAsked(call.request, for: [GlimpReadModels.collections])
        let sessions = try interface.credentials.sessions(of: me.rawValue).map { session in
            ExportedSession(
                label: session.label, created: Timestamp(seconds: Int64(session.created.timeIntervalSince1970)),
                lastSeen: Timestamp(seconds: Int64(session.lastSeen.timeIntervalSince1970)))
        }
        let export = try await interface.glimp.export(of: me, sessions: sessions)
        var headers: HTTPFields = [
            .contentType: "application/x-tar", .cacheControl: "private, no-store",
            .contentDisposition: #"attachment; filename="glimp.tar""#,
        ]
        headers[.glimpPosition] = String(export.position.rawValue)
        let body = ResponseBody { writer in
            // The place is held until the last byte is out, or nobody takes it any more.
            defer { withExtendedLifetime(place) {} }
            try await export.write { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}
