import Credentials
import EventLog
import GlimpService
import HTTPTypes
import Hummingbird
import NIOCore

/// What others can check this log by: the last signed checkpoint, its key, and proofs. Nothing is signed here: this
/// process has no key for it, and tells what a signer has published.
struct EvidenceEndpoints: EndpointRoom {
    private let interface: Interface

    init(_ interface: Interface) { self.interface = interface }

    private var log: EventLog { interface.glimp.log }
    private var access: Endpoint.Access { interface.configuration.opensEvidence ? .everyone : .operators(.read) }

    var endpoints: [Endpoint] {
        [
            endpoint("/v1/log/checkpoint", "logCheckpoint", "The last signed checkpoint of the log (C2SP).", access) {
                _ in
                guard let signed = try log.signedCheckpoint() else { throw Problem.nothingSigned }
                return signed.note.description
            },
            endpoint("/v1/log/key", "logKey", "The public key that checkpoints are signed with (C2SP vkey).", access) {
                _ in
                guard let key = try log.signingKey() else { throw Problem.nothingSigned }
                return "\(key)\n"
            },
            endpoint(
                "/v1/log/proof/inclusion", "proveInclusion",
                "That an event is in the log that was signed last (C2SP tlog-proof), with its record.",
                .operators(.read),
                parameters: [.position, .content]
            ) { call in
                let content: Bool
                switch call.query("content") {
                case nil, "true": content = true
                case "false": content = false
                default: throw Problem("invalid_content", "`content` must be true or false.")
                }
                let position = try call.number("position")
                return try log.inclusionProof(of: Position(position), content: content).description
            },
            endpoint(
                "/v1/log/proof/consistency", "proveConsistency",
                "That the log of one size begins with the log of another; the second is the one that was signed last, "
                    + "unless it is said otherwise.", access, parameters: [.first, .second]
            ) { call in
                let second = call.query("second") == nil ? nil : try call.number("second")
                return try log.consistencyProof(from: try call.number("first"), to: second).description
            },
        ]
    }

    /// Text, made anew each time: what was signed last changes.
    private func endpoint(
        _ path: String, _ id: String, _ summary: String, _ access: Endpoint.Access,
        parameters: [Endpoint.Parameter] = [], text: @escaping @Sendable (Call) throws -> String
    ) -> Endpoint {
        Endpoint(
            method: .get, path: path, id: id, summary: summary, access: access, parameters: parameters,
            answers: [.init(status: .ok, summary: "It, as text.", content: .init(type: "text/plain", shape: .text))],
            problems: parameters.isEmpty ? [.notFound] : [.notFound, .unprocessableContent]
        ) { call in
            Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-cache"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: try text(call))))
        }
    }
}

extension Problem {
    fileprivate static let nothingSigned = Problem(
        .notFound, EventLogError.Code.notSigned.rawValue, "No checkpoint of this log was signed yet.")
}

extension Call {
    fileprivate func number(_ name: String) throws(Problem) -> UInt64 {
        guard let text = query(name), let number = UInt64(text) else {
            throw Problem("invalid_\(name)", "`\(name)` must be a number, 0 or more.")
        }
        return number
    }
}

extension Endpoint.Parameter {
    fileprivate static let position = Endpoint.Parameter(
        name: "position", place: .query, summary: "Of the event.", shape: .integer(minimum: 1), isRequired: true)
    fileprivate static let content = Endpoint.Parameter(
        name: "content", place: .query, summary: "`false`: with the hashes of the event's header and payload only.",
        shape: .boolean)
    fileprivate static let first = Endpoint.Parameter(
        name: "first", place: .query, summary: "How many events the first log has.", shape: .count, isRequired: true)
    fileprivate static let second = Endpoint.Parameter(
        name: "second", place: .query, summary: "How many the second has.", shape: .count)
}
