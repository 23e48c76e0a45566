import EventLog
import FoundationEssentials
import GlimpDomain

/// The events that are about a person, as far as they may know of them, up to a position.
struct ExportEvents: Sendable {
    let log: EventLog
    let user: UserID
    let position: Position
    let details: DetailsOpener

    private struct Envelope: Encodable {
        var position: UInt64
        var id: String
        var time: String
        var type: String
    }

    /// Calls `body` with pages of them, oldest first.
    func forEachPage(_ types: [EventType] = [], _ body: ([SequencedEvent]) async throws -> Void) async throws {
        var from: Position?
        let query = Query(types: types, tags: [user.tag])
        while true {
            let page = try log.page(query, from: from, backwards: false, limit: 200)
            let events = page.events.filter { $0.position <= position }
            if !events.isEmpty { try await body(events) }
            guard let next = page.next, events.count == page.events.count else { return }
            from = next
        }
    }

    /// The requests whose glimps the person has hidden from their collection: hidden, they stay so.
    func hidden() async throws -> Set<GlimpRequestID> {
        var hidden: Set<GlimpRequestID> = []
        try await forEachPage([GlimpHidden.type]) { events in
            for event in events {
                if case .glimpHidden(let event) = try DomainEvent(event), event.hiddenBy == user {
                    hidden.insert(event.request)
                }
            }
        }
        return hidden
    }

    /// A line of JSON; nil for what the person may not know of: that somebody has blocked them, what they have hidden,
    /// and what this program has not written.
    func line(_ event: SequencedEvent, _ hidden: Set<GlimpRequestID>) throws -> [UInt8]? {
        guard let kind = EventKind.of(event.type) else { return nil }
        switch try DomainEvent(event) {
        case .userBlocked(let event) where event.blocker != user: return nil
        case .userUnblocked(let event) where event.blocker != user: return nil
        case .glimpAnswered(let event) where hidden.contains(event.request): return nil
        default: break
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let envelope = Envelope(
            position: event.position.rawValue, id: event.id.uuidString.lowercased(), time: event.time.rfc3339,
            type: event.type.rawValue)
        var line = Array(try encoder.encode(envelope).dropLast())
        line += Array(",\"payload\":\(try kind.json(event.payload, details))}\n".utf8)
        return line
    }
}
