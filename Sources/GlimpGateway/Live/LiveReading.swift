import EventLog
import GlimpDomain
import GlimpReadModels

/// Makes messages from a person's changes, a page at a time: however much has happened, one page is held.
struct LiveReading {
    /// Everything up to here was given.
    private(set) var position: Position
    /// Whether ``position`` is where the lists were when they were last looked at.
    var isAtEnd: Bool { cursor == nil }
    private var cursor: String?
    /// The last message of a page, which the next page may go on with.
    private var pending: LiveMessage?

    private let limit: Int
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - limit: changes that are looked at together.
    ///   - now: tells what has expired.
    init(
        after position: Position, limit: Int = PageRequest.maximumLimit,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.position = position
        self.limit = limit
        self.now = now
    }

    /// The next messages, in order; each position is in one.
    mutating func page(of models: ReadModels, for user: UserID) throws -> [LiveMessage] {
        let answer = try models.changes(for: user, since: position, PageRequest(limit: limit, cursor: cursor))
        let complete = position
        // A row that has changed again stands in a page once, where it changed last. A notification that was over by
        // then is news nevertheless, unless the page before has told it.
        let told = Set(pending?.notifications.map(\.row.position) ?? [])
        var messages: [LiveMessage] = []
        for change in answer.value.items {
            var message = pending ?? LiveMessage(change.position)
            if message.position != change.position {
                messages.append(message)
                message = LiveMessage(change.position)
            }
            message.add(change, at: now()) { $0 > complete && !told.contains($0) }
            pending = message
        }
        cursor = answer.value.cursor
        if cursor == nil {
            if let last = pending { messages.append(last) }
            pending = nil
            position = answer.position
        } else if let last = pending, last.position > .beginning {
            // All before it is complete.
            position = Position(last.position.rawValue - 1)
        }
        return messages
    }
}
