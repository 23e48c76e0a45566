import Credentials
import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpSchemas
import GlimpService
import SwiftProtobuf

extension EventLogCalls {
    /// Queues an append beside all others, whoever they are of: those that wait together share a commit.
    /// - Throws: ``CallFailure`` for what can't be read or may not be appended; `EventLogError`: `invalid_input`, `busy`.
    ///   The rest comes with the outcome.
    func submit(_ request: Eventlog_V1_AppendRequest, by service: OperatorID) throws -> Submission {
        let events = try request.events.map { try Event($0) }
        let condition = try request.hasCondition ? AppendCondition(request.condition) : nil
        return try log.submit(events, condition: condition, context: commandContext(request, service))
    }

    /// The service's id stands before what it calls its actors, so that none can act, or find a receipt, as another.
    private func commandContext(
        _ request: Eventlog_V1_AppendRequest, _ service: OperatorID
    ) throws -> CommandContext {
        guard request.actor.utf8.count <= Self.actorBytes else {
            throw CallFailure.invalid("actor", "an actor has at most \(Self.actorBytes) bytes")
        }
        let actor = "service:\(service.uuid.canonicalText)" + (request.actor.isEmpty ? "" : "/" + request.actor)
        guard !request.commandID.isEmpty else { return CommandContext(actor: actor) }
        guard let id = UUID(canonical: request.commandID) else {
            throw CallFailure.invalid("command_id", "a command id is a UUID: 8-4-4-4-12 hexadecimal digits")
        }
        let body: [UInt8] = try request.serializedBytes()
        let digest = keys.bodyDigest(Array("eventlog.v1.Append".utf8) + [0] + body)
        return CommandContext(actor: actor, id: id, bodyDigest: digest)
    }

    private static let actorBytes = 200
}

extension Event {
    /// - Throws: ``CallFailure`` for an id that is none, a schema version out of bounds, and a type of Glimp's own domain.
    ///   The other bounds are the log's.
    fileprivate init(_ wire: Eventlog_V1_Event) throws(CallFailure) {
        guard let id = wire.id.isEmpty ? UUID() : UUID(canonical: wire.id) else {
            throw .invalid("id", "an event's id is a UUID: 8-4-4-4-12 hexadecimal digits")
        }
        guard let schemaVersion = UInt16(exactly: max(wire.schemaVersion, 1)) else {
            throw .invalid("schema_version", "a schema version is at most \(UInt16.max)")
        }
        let type = EventType(wire.type)
        guard EventKind.of(type) == nil else {
            throw CallFailure("event_type_reserved", "\(type) is an event of Glimp's own; its commands append it")
        }
        self.init(
            id: id, type: type, schemaVersion: schemaVersion, tags: wire.tags.map { Tag($0) },
            payload: [UInt8](wire.payload))
    }
}

extension AppendCondition {
    fileprivate init(_ wire: Eventlog_V1_AppendCondition) throws(CallFailure) {
        self.init(
            failIfEventsMatch: try Query(wire.failIfEventsMatch),
            after: wire.hasAfter ? Position(wire.after) : nil)
    }
}

extension Eventlog_V1_AppendResponse {
    init(_ outcome: Outcome) throws(CallFailure) {
        self.init()
        last = outcome.position.rawValue
        isDuplicate = outcome.isDuplicate
        switch outcome.result {
        case .appended(let first, _, let ids):
            self.first = first.rawValue
            eventIds = ids.map(\.canonicalText)
        case .nothingToAppend: break
        // Appends are not decided; a refusal here would be another program's, under the same actor and id.
        case .refused(let refusal): throw CallFailure(refusal, isDuplicate: outcome.isDuplicate)
        }
    }
}
