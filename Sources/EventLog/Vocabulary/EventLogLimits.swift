/// The bounds of what an append carries, a query asks for, and a page holds.
public enum EventLogLimits {
    public static let tagsAnEvent = 64
    /// Of a tag, a type and an actor, in bytes of UTF-8.
    public static let nameBytes = 255
    public static let payloadBytes = 1 << 20
    public static let eventsAnAppend = 10_000
    /// The stored bytes of one append's events.
    public static let appendBytes = 16 << 20
    public static let queryItems = 4_096
    /// Types and tags of all items of a query together; one item has at most ``tagsAnEvent`` tags.
    public static let queryNames = 16_384
    /// Events in one page.
    public static let pageEvents = 10_000
    /// The stored bytes of a page's events, all but the last: the one that reaches it ends the page.
    public static let pageBytes = 8 << 20
}

extension EventLogLimits {
    static func check(_ context: CommandContext) throws(EventLogError) {
        guard (1...nameBytes).contains(context.actor.utf8.count) else {
            throw EventLogError(
                .invalidInput, "an actor has 1 to \(nameBytes) bytes; this one has \(context.actor.utf8.count)")
        }
        guard context.bodyDigest.count <= 16 else {
            throw EventLogError(
                .invalidInput, "a body digest has at most 16 bytes; this one has \(context.bodyDigest.count)")
        }
    }

    static func check(_ event: Event) throws(EventLogError) {
        let type = event.type.rawValue
        guard (1...nameBytes).contains(type.utf8.count) else {
            throw EventLogError(.invalidInput, "an event type has 1 to \(nameBytes) bytes; one has \(type.utf8.count)")
        }
        guard event.tags.count <= tagsAnEvent else {
            throw EventLogError(
                .invalidInput, "\(type) has \(event.tags.count) tags; at most \(tagsAnEvent) are allowed")
        }
        for (index, tag) in event.tags.enumerated() {
            guard (1...nameBytes).contains(tag.rawValue.utf8.count) else {
                throw EventLogError(
                    .invalidInput, "a tag has 1 to \(nameBytes) bytes; one of \(type) has \(tag.rawValue.utf8.count)")
            }
            guard !event.tags[..<index].contains(tag) else {
                throw EventLogError(.invalidInput, "\(type) has the tag \(tag) twice")
            }
        }
        guard event.payload.count <= payloadBytes else {
            throw EventLogError(
                .invalidInput,
                "the payload of \(type) has \(event.payload.count) bytes; at most \(payloadBytes) are allowed")
        }
    }

    package static func check(_ query: Query) throws(EventLogError) {
        guard let items = query.items else { return }
        guard items.count <= queryItems else {
            throw EventLogError(.invalidInput, "a query of more than \(queryItems) items")
        }
        var names = 0
        for item in items {
            guard item.tags.count <= tagsAnEvent else {
                throw EventLogError(
                    .invalidInput,
                    "a query's item has \(item.tags.count) tags; at most \(tagsAnEvent) are allowed, as in an event")
            }
            for type in item.types { try check(type.rawValue, in: "a type in a query") }
            for tag in item.tags { try check(tag.rawValue, in: "a tag in a query") }
            names += item.types.count + item.tags.count
        }
        guard names <= queryNames else {
            throw EventLogError(.invalidInput, "a query of \(names) types and tags; at most \(queryNames) are allowed")
        }
    }

    private static func check(_ name: String, in what: String) throws(EventLogError) {
        guard (1...nameBytes).contains(name.utf8.count) else {
            throw EventLogError(.invalidInput, "\(what) has 1 to \(nameBytes) bytes; one has \(name.utf8.count)")
        }
    }
}
