public import EventLog
public import FoundationEssentials
import Synchronization

/// An event store in memory, as simple as it can be: what the log should do, without how. For tests of what stands on a
/// store, and the model that other stores are compared with.
public final class InMemoryEventStore: EventStore {
    public let logID = UUID()
    private let now: @Sendable () -> Timestamp

    private struct State {
        var events: [SequencedEvent] = []
        var receipts: [ReceiptKey: (digest: [UInt8], outcome: Outcome)] = [:]
        var waiting: [Int: (position: Position, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var nextWaiter = 0

        var head: Position { Position(UInt64(events.count)) }
    }
    private let state = Mutex(State())

    private struct ReceiptKey: Hashable {
        let actor: [UInt8]
        let id: UUID
    }

    /// - Parameter now: the clock; events get max(clock, the last event's time).
    public init(now: @escaping @Sendable () -> Timestamp = { .now() }) { self.now = now }

    public func head() -> Position { state.withLock { $0.head } }

    public func page(_ query: Query, from: Position?, backwards: Bool, limit: Int) throws -> EventPage {
        var builder = try EventPageBuilder(limit: limit, backwards: backwards)
        try EventLogLimits.check(query)
        let events = state.withLock { $0.events }
        for event in backwards ? events.reversed() : events where query.matches(type: event.type, tags: event.tags) {
            if let from, backwards ? event.position > from : event.position < from { continue }
            guard builder.add(event) else { break }
        }
        return builder.page
    }

    public func append(
        _ events: [Event], condition: AppendCondition?, context: CommandContext
    ) async throws -> Outcome {
        if let condition { try EventLogLimits.check(condition.failIfEventsMatch) }
        // Makes nothing; refuses what exceeds a limit before anything else is looked at.
        _ = try SequencedEvent.make(events, context: context, first: Position(1), time: now())
        return try state.withLock { state in
            if let earlier = try outcome(of: context, in: state) { return earlier }
            if let condition {
                let match = state.events.first { event in
                    event.position > condition.after ?? .beginning
                        && condition.failIfEventsMatch.matches(type: event.type, tags: event.tags)
                }
                if let match {
                    throw EventLogError(.conflict, "event \(match.position) matches", position: match.position)
                }
            }
            return try finish(.accepted(events), context, at: time(in: state), in: &state)
        }
    }

    public func execute<S>(_ handler: CommandHandler<S>) async throws -> Outcome {
        try EventLogLimits.check(handler.boundary)
        _ = try SequencedEvent.make([], context: handler.context, first: Position(1), time: now())
        return try state.withLock { state in
            if let earlier = try outcome(of: handler.context, in: state) { return earlier }
            var folded = handler.initialState
            for event in state.events where handler.boundary.matches(type: event.type, tags: event.tags) {
                handler.evolve(&folded, event)
            }
            let time = time(in: state)
            return try finish(handler.decide(folded, time), handler.context, at: time, in: &state)
        }
    }

    public func waitForEvents(after position: Position) async throws {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    // Cancelled before it got here, nobody would wake it.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.head > position { return .success(()) }
                    state.waiting[number] = (position, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiting.removeValue(forKey: number) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func time(in state: State) -> Timestamp { max(now(), state.events.last?.time ?? now()) }

    private func outcome(of context: CommandContext, in state: State) throws -> Outcome? {
        guard let id = context.id,
            let receipt = state.receipts[ReceiptKey(actor: Array(context.actor.utf8), id: id)]
        else { return nil }
        guard receipt.digest == padded(context.bodyDigest) else {
            throw EventLogError(.idReused, "the id was used with another body")
        }
        var outcome = receipt.outcome
        outcome.isDuplicate = true
        return outcome
    }

    private func finish(
        _ decision: Decision, _ context: CommandContext, at time: Timestamp, in state: inout State
    ) throws -> Outcome {
        let outcome: Outcome
        switch decision {
        case .refused(let refusal):
            outcome = Outcome(result: .refused(refusal), position: state.head)
        case .accepted(let events) where events.isEmpty:
            outcome = Outcome(result: .nothingToAppend, position: state.head)
        case .accepted(let events):
            let first = state.head.next
            state.events += try SequencedEvent.make(events, context: context, first: first, time: time)
            outcome = Outcome(
                result: .appended(first: first, last: state.head, eventIDs: events.map(\.id)), position: state.head)
            for (number, waiter) in state.waiting where waiter.position < state.head {
                state.waiting[number] = nil
                waiter.continuation.resume()
            }
        }
        if let id = context.id {
            let key = ReceiptKey(actor: Array(context.actor.utf8), id: id)
            state.receipts[key] = (padded(context.bodyDigest), outcome)
        }
        return outcome
    }

    /// A digest shorter than 16 bytes is the one with zeros behind it.
    private func padded(_ digest: [UInt8]) -> [UInt8] { digest + Array(repeating: 0, count: 16 - digest.count) }
}
