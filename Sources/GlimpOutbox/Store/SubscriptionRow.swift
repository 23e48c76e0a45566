import EventLog
import FoundationEssentials
import GlimpDomain

/// A subscription as it is stored: JSON, because there are few of them and they gain members.
struct SubscriptionRow: Codable {
    static let form = 1

    var form = SubscriptionRow.form
    var owner: UUID
    var channel: Channel
    var created: Int64
    var after: UInt64
    var sealed: Data
    var standing: OutboxSubscription.Standing

    init(_ subscription: OutboxSubscription) {
        owner = subscription.owner.rawValue
        channel = subscription.channel
        created = subscription.created.microseconds
        after = subscription.after.rawValue
        sealed = Data(subscription.sealed)
        standing = subscription.standing
    }

    /// - Throws: ``EventLogError``: `newer_format`, `corrupted`.
    static func read(_ id: SubscriptionID, _ stored: [UInt8]) throws(EventLogError) -> OutboxSubscription {
        struct Form: Decodable { var form: Int }
        let row: SubscriptionRow
        do {
            let form = try JSONDecoder().decode(Form.self, from: Data(stored)).form
            guard form <= Self.form else {
                throw EventLogError(.newerFormat, "outbox/ was written by a newer version")
            }
            row = try JSONDecoder().decode(Self.self, from: Data(stored))
        } catch {
            throw error as? EventLogError
                ?? EventLogError(.corrupted, "the row of the subscription \(id) can't be read: restore outbox/")
        }
        return OutboxSubscription(
            id: id, owner: UserID(rawValue: row.owner), channel: row.channel,
            created: Timestamp(microseconds: row.created), after: Position(row.after), sealed: Array(row.sealed),
            standing: row.standing)
    }

    var stored: [UInt8] { get throws { Array(try JSONEncoder().encode(self)) } }
}
