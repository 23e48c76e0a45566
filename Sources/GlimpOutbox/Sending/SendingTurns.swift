import GlimpDomain

/// Who is being sent to now: a bounded number over all, and of one person's subscriptions a quarter of it. Of those that
/// are due, whoever was not served for the longest comes first. So nobody whose receivers take their time keeps everybody
/// else waiting, however many subscriptions they have.
struct SendingTurns: Sendable {
    private let atOnce: Int
    private var busy: [SubscriptionID: UserID] = [:]
    /// When somebody had a turn, counted in turns; those who are not here had none lately.
    private var served: [UserID: UInt64] = [:]
    private var turn: UInt64 = 0
    private static let remembered = 10_000

    init(of atOnce: Int) { self.atOnce = atOnce }

    private var share: Int { max(1, atOnce / 4) }
    var free: Int { atOnce - busy.count }
    var isEmpty: Bool { busy.isEmpty }

    /// - Returns: whether the subscription has a turn now: false when it has one already, or there is none for it.
    mutating func take(_ subscription: OutboxSubscription) -> Bool {
        guard mayTake(subscription) else { return false }
        busy[subscription.id] = subscription.owner
        turn += 1
        if served.count >= Self.remembered { served.removeAll() }
        served[subscription.owner] = turn
        return true
    }

    /// Those whose owners have waited for the longest first, the others in the order they had.
    func inTurn(_ due: [OutboxSubscription]) -> [OutboxSubscription] {
        due.enumerated().sorted {
            (served[$0.element.owner] ?? 0, $0.offset) < (served[$1.element.owner] ?? 0, $1.offset)
        }.map(\.element)
    }

    func mayTake(_ subscription: OutboxSubscription) -> Bool {
        free > 0 && busy[subscription.id] == nil
            && busy.values.count(where: { $0 == subscription.owner }) < share
    }

    mutating func giveBack(_ id: SubscriptionID) { busy[id] = nil }
}
