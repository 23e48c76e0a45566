import EventLog
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
        let export = try await interface.glimp.export(of: me, interface.credentials, interface.outbox)
        var headers: HTTPFields = [
            .contentType: "application/x-tar", .cacheControl: "private, no-store",
            .contentDisposition: #"attachment; filename="glimp.tar""#,
        ]
        headers[.glimpPosition] = String(export.position.rawValue)
        let patience = Duration.seconds(interface.configuration.exportSeconds)
        let body = ResponseBody { writer in
            // The place is held until the last byte is out, nobody takes it any more, or the time is over: who reads a
            // little now and then is no slow reader to the connection, and would hold it for ever.
            defer { withExtendedLifetime(place) {} }
            let end = ContinuousClock.now + patience
            try await export.write { bytes in
                guard ContinuousClock.now < end else { throw ExportTookTooLong() }
                try await writer.write(ByteBuffer(bytes: bytes))
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}

/// Ends an answer that has begun: it is cut short.
private struct ExportTookTooLong: Error, CustomStringConvertible {
    var description: String { "an export was not taken within media.exportSeconds" }
}
