import GlimpDomain

/// Who is being sent to now: a bounded number over all, and of one person's subscriptions a quarter of it. So nobody
/// whose receivers take their time keeps everybody else waiting.
struct SendingTurns: Sendable {
    private let atOnce: Int
    private var busy: [SubscriptionID: UserID] = [:]

    init(of atOnce: Int) { self.atOnce = atOnce }

    private var share: Int { max(1, atOnce / 4) }
    var free: Int { atOnce - busy.count }
    var isEmpty: Bool { busy.isEmpty }

    /// - Returns: whether the subscription has a turn now: false when it has one already, or there is none for it.
    mutating func take(_ subscription: OutboxSubscription) -> Bool {
        guard free > 0, busy[subscription.id] == nil, busy.values.count(where: { $0 == subscription.owner }) < share
        else { return false }
        busy[subscription.id] = subscription.owner
        return true
    }

    mutating func giveBack(_ id: SubscriptionID) { busy[id] = nil }
}
