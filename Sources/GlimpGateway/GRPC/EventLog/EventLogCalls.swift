import Credentials
import EventLog
import GRPCCore
import GlimpDomain
import GlimpSchemas
import GlimpService
import SwiftProtobuf

/// `eventlog.v1.EventLog`: the event store on its own, for services in any language.
///
/// It knows no rule of Glimp's domain, so it refuses the types of its events: what is appended here decides nothing there.
struct EventLogCalls: Sendable {
    let log: EventLog
    let keys: KeyStore
    let door: ServiceDoor
    let call: GRPCCall

    func append(
        request: ServerRequest<Eventlog_V1_AppendRequest>, context: ServerContext
    ) async throws -> ServerResponse<Eventlog_V1_AppendResponse> {
        try await call.unary {
            let service = try door.service(door.token(request.metadata))
            let outcome = try await submit(request.message, by: service.id).outcome()
            return try Eventlog_V1_AppendResponse(outcome)
        }
    }

    func head(
        request: ServerRequest<Eventlog_V1_HeadRequest>, context: ServerContext
    ) async throws -> ServerResponse<Eventlog_V1_HeadResponse> {
        try await call.unary {
            try door.service(door.token(request.metadata))
            let head = try log.head()
            return .with {
                $0.position = head.rawValue
                $0.logID = log.logID.canonicalText
            }
        }
    }
}
