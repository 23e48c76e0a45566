import EventLog
import FoundationEssentials
import GlimpDomain
import LMDB

extension OutboxStore {
    /// - Parameters:
    ///   - most: how many its owner may have.
    ///   - isSame: tells one that is for the same receiver.
    /// - Throws: ``OutboxError``: `already_subscribed`, `too_many_subscriptions`; ``EventLogError``.
    func add(_ subscription: OutboxSubscription, most: Int, isSame: (OutboxSubscription) throws -> Bool) throws {
        try writing { transaction throws in
            let others = try subscriptions(of: subscription.owner, in: transaction)
            guard try !others.contains(where: isSame) else {
                throw OutboxError(.alreadySubscribed, "There is a subscription for this receiver; delete it first.")
            }
            guard others.count < most else {
                throw OutboxError(
                    .tooManySubscriptions, "A person has at most \(most) subscriptions; delete one first.")
            }
            try put(subscription, in: &transaction)
            try transaction.put(
                Self.present, for: OutboxKeys.owned(subscription.owner, subscription.id), in: owned)
        }
    }

    func subscription(_ id: SubscriptionID) throws(EventLogError) -> OutboxSubscription? {
        try reading { transaction throws in try subscription(id, in: transaction) }
    }

    /// Oldest first.
    func subscriptions(of owner: UserID) throws(EventLogError) -> [OutboxSubscription] {
        try reading { transaction throws in try subscriptions(of: owner, in: transaction) }
    }

    /// Everybody's, oldest first.
    func allSubscriptions() throws(EventLogError) -> [OutboxSubscription] {
        try reading { transaction throws in try allSubscriptions(in: transaction) }
    }

    func allSubscriptions(in transaction: borrowing some Transaction & ~Copyable) throws -> [OutboxSubscription] {
        var found: [OutboxSubscription] = []
        var cursor = try Cursor(subscriptions, in: transaction)
        var isThere = try cursor.first()
        while isThere {
            found.append(try SubscriptionRow.read(OutboxKeys.id(cursor.keyBytes.bytes, at: 0), cursor.value.bytes))
            isThere = try cursor.next()
        }
        return found
    }

    /// Removes a subscription and what waits for it.
    /// - Returns: whether there was one.
    @discardableResult
    func remove(_ id: SubscriptionID) throws -> Bool {
        try writing { transaction throws in
            guard let subscription = try subscription(id, in: transaction) else { return false }
            try remove(subscription, in: &transaction)
            return true
        }
    }

    func remove(_ subscription: OutboxSubscription, in transaction: inout WriteTransaction) throws {
        let table = try waiting(subscription.channel)
        for position in try positions(of: subscription, in: transaction) {
            try transaction.remove(OutboxKeys.waiting(subscription.id, position), from: table)
        }
        if let at = subscription.standing.due {
            try transaction.remove(OutboxKeys.due(at, subscription.id), from: due)
        }
        try transaction.remove(OutboxKeys.owned(subscription.owner, subscription.id), from: owned)
        try transaction.remove(subscription.id.rawValue.octets, from: subscriptions)
    }

    func subscription(
        _ id: SubscriptionID, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> OutboxSubscription? {
        let row = try transaction.get(id.rawValue.octets, in: subscriptions)?.bytes
        return try row.map { try SubscriptionRow.read(id, $0) }
    }

    func subscriptions(
        of owner: UserID, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [OutboxSubscription] {
        try keys(startingWith: owner.rawValue.octets, in: owned, transaction).compactMap {
            try subscription(OutboxKeys.id($0, at: 16), in: transaction)
        }
    }

    /// What waits for a subscription, oldest first.
    func positions(
        of subscription: OutboxSubscription, in transaction: borrowing some Transaction & ~Copyable, limit: Int = .max
    ) throws -> [Position] {
        try keys(
            startingWith: subscription.id.rawValue.octets, in: waiting(subscription.channel), transaction, limit: limit
        ).map { Position(OutboxKeys.number($0, at: 16)) }
    }

    func keys(
        startingWith prefix: [UInt8], in table: Table<[UInt8]>,
        _ transaction: borrowing some Transaction & ~Copyable, limit: Int = .max
    ) throws -> [[UInt8]] {
        var keys: [[UInt8]] = []
        var cursor = try Cursor(table, in: transaction)
        var isThere = try cursor.seek(to: prefix)
        while isThere, keys.count < limit {
            let key = cursor.keyBytes.bytes
            guard key.starts(with: prefix) else { break }
            keys.append(key)
            isThere = try cursor.next()
        }
        return keys
    }

    func put(_ subscription: OutboxSubscription, in transaction: inout WriteTransaction) throws {
        try transaction.put(
            try SubscriptionRow(subscription).stored, for: subscription.id.rawValue.octets, in: subscriptions)
    }
}
