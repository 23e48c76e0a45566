import EventLog
import FoundationEssentials
import GlimpDomain
import LMDB

/// The oldest of what waits for a subscription.
struct Waiting: Sendable {
    let subscription: OutboxSubscription
    let position: Position
}

/// What became of an attempt.
enum Attempt: Hashable, Sendable {
    case sent
    /// There is nothing to send any more.
    case dropped
    /// Not this time, and no fault of the receiver.
    case later(seconds: Int64)
    case failed(String, next: Int64)
    /// It has failed for long enough.
    case disabled(String)
    /// The receiver is gone for good.
    case gone
}

extension OutboxStore {
    /// How many that are due are looked at together.
    private static let lookedAt = 1_000

    /// The subscriptions whose oldest is due at `now`, the longest due first.
    /// - Parameter turns: who is served already: none of them is found again, and none of a person who has had their
    ///   share.
    func due(at now: Timestamp, beside turns: SendingTurns) throws(EventLogError) -> [OutboxSubscription] {
        try reading { transaction throws in
            var found: [OutboxSubscription] = []
            var cursor = try Cursor(due, in: transaction)
            var isThere = try cursor.first()
            while isThere, found.count < Self.lookedAt {
                let key = cursor.keyBytes.bytes
                guard Int64(clamping: OutboxKeys.number(key, at: 0)) <= now.microseconds else { break }
                let id = OutboxKeys.id(key, at: 8)
                if let subscription = try subscription(id, in: transaction), turns.mayTake(subscription) {
                    found.append(subscription)
                }
                isThere = try cursor.next()
            }
            return found
        }
    }

    /// - Returns: nil when nothing waits, or there is no such subscription any more.
    func oldest(of id: SubscriptionID) throws(EventLogError) -> Waiting? {
        try reading { transaction throws in
            guard let subscription = try subscription(id, in: transaction),
                let position = try positions(of: subscription, in: transaction, limit: 1).first
            else { return nil }
            return Waiting(subscription: subscription, position: position)
        }
    }

    /// Notes what became of an attempt, unless the subscription was removed meanwhile.
    func settle(_ id: SubscriptionID, _ position: Position, _ attempt: Attempt, now: Timestamp) throws {
        try writing { transaction throws in
            guard var subscription = try subscription(id, in: transaction) else { return }
            var next: Int64?
            switch attempt {
            case .gone: return try remove(subscription, in: &transaction)
            case .sent, .dropped:
                try transaction.remove(OutboxKeys.waiting(id, position), from: waiting(subscription.channel))
                // What is over says nothing of the receiver: a dead one is not tried anew for it.
                if attempt == .sent {
                    subscription.standing.failures = 0
                    subscription.standing.lastSent = now.microseconds
                    subscription.standing.lastFailure = nil
                }
                let isMore = try !positions(of: subscription, in: transaction, limit: 1).isEmpty
                next = isMore ? now.microseconds : nil
            case .later(let seconds): next = (now + seconds).microseconds
            case .failed(let reason, let at):
                subscription.standing.failures += 1
                subscription.standing.lastFailure = .init(at: now.microseconds, reason: reason)
                next = at
            case .disabled(let reason):
                subscription.standing.failures += 1
                subscription.standing.lastFailure = .init(at: now.microseconds, reason: reason)
                subscription.standing.disabled = now.microseconds
            }
            try schedule(&subscription, at: next, in: &transaction)
        }
    }

    /// Goes on with a subscription as if nothing had failed.
    /// - Returns: whether there is one.
    func enable(_ id: SubscriptionID, now: Timestamp) throws -> Bool {
        try writing { transaction throws in
            guard var subscription = try subscription(id, in: transaction) else { return false }
            subscription.standing.failures = 0
            subscription.standing.disabled = nil
            let isMore = try !positions(of: subscription, in: transaction, limit: 1).isEmpty
            try schedule(&subscription, at: isMore ? now.microseconds : nil, in: &transaction)
            return true
        }
    }

    /// How many wait, over all subscriptions of a channel.
    func waitingCount(_ channel: Channel) throws(EventLogError) -> Int {
        let table = try waiting(channel)
        return try reading { transaction throws in try transaction.count(table) }
    }

    func schedule(
        _ subscription: inout OutboxSubscription, at moment: Int64?, in transaction: inout WriteTransaction
    ) throws {
        if let old = subscription.standing.due {
            try transaction.remove(OutboxKeys.due(old, subscription.id), from: due)
        }
        subscription.standing.due = moment
        if let moment { try transaction.put(Self.present, for: OutboxKeys.due(moment, subscription.id), in: due) }
        try put(subscription, in: &transaction)
    }
}
