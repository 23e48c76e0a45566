import EventLog
import FoundationEssentials

func event(_ type: EventType, _ tags: Tag..., payload: String = "") -> Event {
    Event(id: UUID(), type: type, tags: tags, payload: Array(payload.utf8))
}

func context(_ actor: String = "ada", id: UUID? = nil, digest: [UInt8] = []) -> CommandContext {
    CommandContext(actor: actor, id: id, bodyDigest: digest)
}

extension EventStore {
    /// Appends all of them at once, unconditionally.
    @discardableResult
    func add(_ events: Event..., id: UUID? = nil) async throws -> Outcome {
        try await append(events, condition: nil, context: context(id: id))
    }

    @discardableResult
    func add(_ event: Event, unless query: Query, after: UInt64? = nil, id: UUID? = nil) async throws -> Outcome {
        try await append(
            [event], condition: AppendCondition(failIfEventsMatch: query, after: after.map { Position($0) }),
            context: context(id: id))
    }

    /// The positions that match.
    func positions(
        _ query: Query, from: UInt64? = nil, backwards: Bool = false, limit: Int = EventLogLimits.pageEvents
    ) throws -> [UInt64] {
        try read(query, from: from.map { Position($0) }, backwards: backwards, limit: limit).map(\.position.rawValue)
    }

    func expectEmpty(_ what: String = "", file: String = #fileID, line: Int = #line) throws {
        try expect(head(), is: .beginning, "\(what): the head", file: file, line: line)
        try expect(positions(.all), is: [], "\(what): the events", file: file, line: line)
    }
}

extension CommandHandler where State == [SequencedEvent] {
    /// A command whose state is the events of its boundary.
    init(
        _ context: CommandContext, seeing boundary: Query,
        decide: @escaping @Sendable ([SequencedEvent]) throws -> Decision
    ) {
        self.init(
            context: context, boundary: boundary, initialState: [], evolve: { $0.append($1) },
            decide: { events, _ in try decide(events) })
    }
}

extension Outcome {
    /// The first and last position appended; nil when nothing was.
    var range: ClosedRange<UInt64>? {
        guard case .appended(let first, let last, _) = result else { return nil }
        return first.rawValue...last.rawValue
    }
}
