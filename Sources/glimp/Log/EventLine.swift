import EventLog
import GlimpDomain
import GlimpService

/// An event as `log read` and `log tail` print it.
struct EventLine {
    private struct Envelope: Encodable {
        var position: UInt64
        var id: String
        var time: String
        var type: String
        var tags: [String]
        var actor: String
        var commandId: String?
    }

    private let event: SequencedEvent
    private let details: DetailsOpener

    init(_ event: SequencedEvent, _ details: DetailsOpener) {
        self.event = event
        self.details = details
    }

    func json() throws -> String {
        let envelope = Envelope(
            position: event.position.rawValue, id: event.id.canonicalText, time: event.time.rfc3339,
            type: event.type.rawValue,
            tags: event.tags.map(\.rawValue), actor: event.actor, commandId: event.commandID?.canonicalText)
        return try JSONText.line(envelope, adding: "payload", payload)
    }

    /// The payload as JSON; null for a type that this version does not know.
    private var payload: String {
        get throws { try EventKind.of(event.type)?.json(event.payload, details) ?? "null" }
    }

    /// `      12  2026-11-21T09:30:00Z  GlimpRequested      {…}`
    func text() throws -> String {
        let position = String(event.position.rawValue)
        let type = event.type.rawValue
        return String(repeating: " ", count: max(0, 8 - position.count)) + position + "  " + event.time.rfc3339 + "  "
            + type + String(repeating: " ", count: max(0, 22 - type.count)) + "  " + (try payload)
    }
}
