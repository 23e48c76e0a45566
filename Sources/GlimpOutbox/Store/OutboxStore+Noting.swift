import EventLog
import FoundationEssentials
import GlimpDomain
import LMDB

/// An event that tells somebody something.
struct Told: Hashable, Sendable {
    let position: Position
    let user: UserID
}

extension OutboxStore {
    func checkpoint() throws(EventLogError) -> OutboxCheckpoint {
        try reading { transaction throws in try checkpoint(in: transaction) }
    }

    private func checkpoint(in transaction: borrowing some Transaction & ~Copyable) throws -> OutboxCheckpoint {
        let stored = try transaction.get(Self.checkpointKey, in: meta)?.withUnsafeBytes { Data($0) }
        guard let stored, let checkpoint = try? JSONDecoder().decode(OutboxCheckpoint.self, from: stored) else {
            throw EventLogError(.corrupted, "outbox/ does not say how far it is: restore it, or remove it as a whole")
        }
        guard checkpoint.form <= OutboxCheckpoint.form else {
            throw EventLogError(.newerFormat, "outbox/ was written by a newer version")
        }
        return checkpoint
    }

    /// Who of these people has a subscription.
    func subscribers(among people: Set<UserID>) throws(EventLogError) -> Set<UserID> {
        try reading { transaction throws in
            try people.filter {
                try !keys(startingWith: $0.rawValue.octets, in: owned, transaction, limit: 1).isEmpty
            }
        }
    }

    /// Has what was told wait for the subscriptions of those who were told, and moves the checkpoint, all in one.
    ///
    /// Only forward: what another process has noted already is not noted again.
    /// - Parameter most: how many wait for one subscription; the oldest go for others.
    /// - Returns: how many were given up.
    @discardableResult
    func note(_ told: [Told], upTo checkpoint: OutboxCheckpoint, most: Int, now: Timestamp) throws -> Int {
        try writing { transaction throws in
            let stored = try self.checkpoint(in: transaction)
            guard checkpoint.position > stored.position else { return 0 }
            var givenUp = 0
            for (user, told) in Dictionary(grouping: told, by: \.user) {
                for subscription in try subscriptions(of: user, in: transaction)
                where subscription.standing.disabled == nil {
                    let positions = told.map(\.position).filter {
                        $0 > subscription.after && $0.rawValue > stored.position
                    }
                    givenUp += try add(positions, to: subscription, most: most, now: now, in: &transaction)
                }
            }
            try transaction.put(
                Array(JSONEncoder().encode(checkpoint)), for: Self.checkpointKey, in: meta)
            return givenUp
        }
    }

    private func add(
        _ new: [Position], to subscription: OutboxSubscription, most: Int, now: Timestamp,
        in transaction: inout WriteTransaction
    ) throws -> Int {
        guard !new.isEmpty else { return 0 }
        var subscription = subscription
        let table = try waiting(subscription.channel)
        for position in new {
            try transaction.put(Self.present, for: OutboxKeys.waiting(subscription.id, position), in: table)
        }
        let surplus = try positions(of: subscription, in: transaction).dropLast(most)
        for position in surplus {
            try transaction.remove(OutboxKeys.waiting(subscription.id, position), from: table)
        }
        subscription.standing.givenUp += surplus.count
        let at = subscription.standing.due ?? now.microseconds
        try schedule(&subscription, at: at, in: &transaction)
        return surplus.count
    }

    /// Goes on from `checkpoint`; what waits stays.
    func move(to checkpoint: OutboxCheckpoint) throws {
        try writing { transaction throws in
            try transaction.put(Array(JSONEncoder().encode(checkpoint)), for: Self.checkpointKey, in: meta)
        }
    }

    /// Forgets what waits, and begins at `checkpoint`: the positions are another log's.
    func startOver(at checkpoint: OutboxCheckpoint) throws {
        try writing { transaction throws in
            let all = try allSubscriptions(in: transaction)
            for channel in Channel.allCases { try transaction.removeAll(from: waiting(channel)) }
            try transaction.removeAll(from: due)
            for var subscription in all {
                // Bound to positions that were never reached here, it would stay silent.
                subscription = subscription.beginning(after: Position(checkpoint.position))
                subscription.standing.due = nil
                try put(subscription, in: &transaction)
            }
            try transaction.put(Array(JSONEncoder().encode(checkpoint)), for: Self.checkpointKey, in: meta)
        }
    }
}

extension OutboxSubscription {
    fileprivate func beginning(after position: Position) -> OutboxSubscription {
        OutboxSubscription(
            id: id, owner: owner, channel: channel, created: created, after: min(after, position), sealed: sealed,
            standing: standing)
    }
}
