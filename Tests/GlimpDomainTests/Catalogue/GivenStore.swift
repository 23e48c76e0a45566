import EventLog
import EventLogTesting
import FoundationEssentials
import Synchronization

/// A store that decides against given events and remembers the decision.
final class GivenStore: EventStore {
    let logID = UUID()
    let decision = Mutex<Decision?>(nil)
    private let events: [Event]
    private let now: Timestamp

    init(events: [Event], now: Timestamp) {
        self.events = events
        self.now = now
    }

    func execute<State>(_ handler: CommandHandler<State>) async throws -> Outcome {
        let decision = try GivenWhenThen(given: events).when(handler, at: now)
        self.decision.withLock { $0 = decision }
        return Outcome(result: .nothingToAppend, position: .beginning)
    }

    func head() throws -> Position { Position(UInt64(events.count)) }
    func page(_: Query, from: Position?, backwards: Bool, limit: Int) throws -> EventPage {
        EventPage(events: [], next: nil)
    }
    func append(_: [Event], condition: AppendCondition?, context: CommandContext) async throws -> Outcome {
        Outcome(result: .nothingToAppend, position: .beginning)
    }
    func waitForEvents(after position: Position) async throws {}
}
