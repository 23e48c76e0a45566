public import EventLog
public import GlimpSchemas

/// Asks friends for a glimp, all or none of them, with one moment until which they can answer.
public struct RequestGlimp: CallerCommand {
    public static let friendsAtOnce = 1...500
    /// In microseconds: 1 minute to 7 days.
    public static let answerWithin = (60 * 1_000_000)...(7 * 24 * 3600 * 1_000_000 as Int64)
    public static let answerWithinByDefault: Int64 = 3600 * 1_000_000

    /// One friend, and the request that is made to them.
    public struct Asked: Sendable {
        public let friend: Person
        public let request: GlimpRequestID
    }

    public let me: UserID
    public let asked: [Asked]
    /// In microseconds.
    public let answerWithin: Int64

    public init(_ wire: Glimp_V1_RequestGlimp, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        let friends = try RequestGlimp.friends(wire, door)
        answerWithin = try wire.hasAnswerWithin ? wire.answerWithin.answerWithin : RequestGlimp.answerWithinByDefault
        let requests = try RequestGlimp.requests(wire, door)
        asked = zip(friends, requests).map(Asked.init)
    }

    /// Nobody when there are too many: the command is refused, and no name of it is worth a look-up.
    public static func people(in wire: Glimp_V1_RequestGlimp) -> [String] {
        friendsAtOnce.contains(wire.friends.count) ? wire.friends : []
    }

    /// The requests to a friend stand among the events of the two; a new id, taken or not, is looked up by itself.
    public var boundary: Query {
        var items: [QueryItem] = [.account(me)]
        for asked in asked {
            items.append(QueryItem(types: [GlimpRequested.type], tags: [asked.request.tag]))
            if let friend = asked.friend.id { items.append(.between(Pair(me, friend), .friendships + .requests)) }
        }
        return Query(items)
    }

    public struct State: Sendable {
        fileprivate var registered: Set<UserID> = []
        fileprivate var friendships: Set<Pair> = []
        fileprivate var open = OpenRequests()
        fileprivate var used: Set<GlimpRequestID> = []
    }

    public var initialState: State { State() }

    public static func evolve(_ state: inout State, _ event: DomainEvent) {
        switch event {
        case .accountRegistered(let event): state.registered.insert(event.user)
        case .accountErased(let event): state.registered.remove(event.user)
        case .friendAccepted(let event): state.friendships.insert(Pair(event.inviter, event.accepter))
        case .friendRemoved(let event): state.friendships.remove(Pair(event.remover, event.removed))
        case .glimpRequested(let event): state.used.insert(event.request)
        default: break
        }
        state.open.evolve(event)
    }

    public func decide(_ state: State, at now: Timestamp) -> Ruling {
        guard state.registered.contains(me) else { return .refused(.userNotFound) }

        let used = asked.filter { state.used.contains($0.request) }
        guard used.isEmpty else { return .refused(.idInUse(used.map(\.request.description))) }

        let strangers = asked.filter { asked in
            guard let friend = asked.friend.id else { return true }
            return !state.friendships.contains(Pair(me, friend))
        }
        guard strangers.isEmpty else { return .refused(.notFriends(strangers.map(\.friend.subject))) }

        let friends = asked.compactMap(\.friend.id)
        let waiting = friends.filter { state.open.request(from: me, to: $0, at: now) != nil }
        guard waiting.isEmpty else { return .refused(.requestAlreadyOpen(waiting.map(\.description))) }

        let expiresAt = Timestamp(microseconds: now.microseconds + answerWithin)
        return .accepted(
            zip(friends, asked).map { friend, asked in
                .glimpRequested(
                    GlimpRequested(request: asked.request, asker: me, answerer: friend, expiresAt: expiresAt)
                )
            }
        )
    }
}
