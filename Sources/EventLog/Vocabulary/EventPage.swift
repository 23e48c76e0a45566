/// Some of the events that match a query, and where to go on from.
public struct EventPage: Sendable {
    public var events: [SequencedEvent]
    /// What `from` of the next page is; nil: there was nothing more when this one was read.
    public var next: Position?

    public init(events: [SequencedEvent], next: Position?) {
        self.events = events
        self.next = next
    }
}

/// A page while it fills, in the order that was asked for: how every store ends one at the same event.
package struct EventPageBuilder {
    private let limit: Int
    private let backwards: Bool
    private var events: [SequencedEvent] = []
    private var bytes = 0

    /// - Throws: `invalid_input` for a limit outside 1 … ``EventLogLimits/pageEvents``.
    package init(limit: Int, backwards: Bool) throws(EventLogError) {
        guard (1...EventLogLimits.pageEvents).contains(limit) else {
            throw EventLogError(
                .invalidInput, "a page has 1 to \(EventLogLimits.pageEvents) events; \(limit) were asked for")
        }
        self.limit = limit
        self.backwards = backwards
    }

    private var isFull: Bool { events.count >= limit || bytes >= EventLogLimits.pageBytes }

    /// - Returns: whether there is room for another.
    package mutating func add(_ event: SequencedEvent) -> Bool {
        events.append(event)
        bytes += event.record.bytes.count
        return !isFull
    }

    package var page: EventPage {
        guard isFull, let last = events.last?.position else { return EventPage(events: events, next: nil) }
        return EventPage(events: events, next: backwards ? last.previous : last.next)
    }
}
