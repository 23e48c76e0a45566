import EventLog
import FoundationEssentials
import GlimpDomain

/// An event as a line of `events.ndjson`.
struct ExportEventLine: Encodable {
    private let position: UInt64
    private let id: String
    private let time: String
    private let type: String

    private init(_ event: SequencedEvent) {
        position = event.position.rawValue
        id = event.id.uuidString.lowercased()
        time = event.time.rfc3339
        type = event.type.rawValue
    }

    /// - Returns: nil for what the person may not know of: that somebody has blocked them, what they have hidden, and
    ///   what has no place in an archive.
    static func bytes(
        _ event: DomainEvent, _ envelope: SequencedEvent, in log: ExportLog, _ encoder: JSONEncoder
    ) throws -> [UInt8]? {
        guard ExportPlaces.of(envelope.type) != nil, let kind = EventKind.of(envelope.type) else { return nil }
        switch event {
        case .userBlocked(let event) where event.blocker != log.user: return nil
        case .userUnblocked(let event) where event.blocker != log.user: return nil
        case .glimpAnswered(let event) where try log.isHidden(event.request, answered: envelope.position): return nil
        default: break
        }
        var line = Array(try encoder.encode(ExportEventLine(envelope)).dropLast())
        line += Array(",\"payload\":\(try kind.json(envelope.payload, log.details))}\n".utf8)
        return line
    }
}
