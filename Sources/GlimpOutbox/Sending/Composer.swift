import EventLog
import GlimpDomain
import GlimpReadModels
import Projections

/// Says what there is to send of what waits, now.
struct Composer: Sendable {
    let log: EventLog
    let readModels: ReadModels
    let limits: OutboxLimits
    let now: @Sendable () -> Timestamp

    enum Composed: Sendable {
        case message(Message)
        /// It is over, was taken back, or is not wanted any more.
        case nothing
        /// The lists are not there yet.
        case notYet
    }

    private static let patience = Duration.seconds(2)

    func compose(_ waiting: Waiting) async throws -> Composed {
        let owner = waiting.subscription.owner
        do {
            try await readModels.wait(until: waiting.position, timeout: Self.patience)
        } catch is ProjectionError {
            return .notYet
        }
        let notification = try await readModels.notification(of: owner, at: waiting.position, now: now()).value
        // Its subscription may have been disabled for a month.
        guard let notification, notification.ending == nil, !notification.who.isErased,
            notification.at >= limits.oldest(at: now()),
            try readModels.pushes(notification.kind, to: owner).value,
            let event = try log.read(.all, from: waiting.position, backwards: false, limit: 1).first
        else { return .nothing }
        // Whose name is not there yet, of accounts that are behind, is told later.
        guard !notification.who.username.isEmpty else { return .notYet }
        return .message(try Message(notification, of: event.id, to: waiting.subscription))
    }
}
