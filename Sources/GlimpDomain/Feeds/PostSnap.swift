public import EventLog
public import GlimpSchemas

/// Posts a picture to exactly one feed.
public struct PostSnap: CallerCommand {
    /// The picture as the message names it.
    private enum Named: Sendable {
        case picture(SnapPicture)
        /// Nobody has it, or somebody else.
        case missing(Refusal)
    }

    public let me: UserID
    public let snap: SnapID
    private let feed: String
    private let named: Named

    public init(_ wire: Glimp_V1_PostSnap, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        feed = wire.feed
        switch wire.picture.picture {
        case .photo(let photo):
            named =
                try door.photo(photo, of: me, "picture", at: "picture.photo").map { .picture(.photo($0.photo)) }
                ?? .missing(.photoNotFound)
        case .catalogue(let name):
            named = PictureCatalogue.names.contains(name) ? .picture(.catalogue(name)) : .missing(.pictureNotFound)
        case nil:
            throw .invalid(
                "picture", "`picture` has to hold `photo`, an upload, or `catalogue`, the name of a predefined picture."
            )
        }
        snap = try door.id(wire.hasSnap ? wire.snap : nil, "snap")
    }

    public static func media(in wire: Glimp_V1_PostSnap) -> [String] { [wire.picture.photo.media] }

    public var boundary: Query {
        var items: [QueryItem] = [.account(me), .feeds, QueryItem(types: [SnapPosted.type], tags: [snap.tag])]
        if let media { items.append(QueryItem(types: [SnapPosted.type], tags: [media.tag, me.tag])) }
        return Query(items)
    }

    private var media: MediaID? {
        if case .picture(let picture) = named { picture.media } else { nil }
    }

    public struct State: Sendable {
        fileprivate var account = AccountState()
        fileprivate var list = FeedList()
        fileprivate var used: Set<SnapID> = []
        fileprivate var showings = Showings()
    }

    public var initialState: State { State() }

    public static func evolve(_ state: inout State, _ event: DomainEvent) {
        if case .snapPosted(let event) = event {
            state.used.insert(event.snap)
            if let media = event.picture.media { state.showings.add(media, of: event.poster) }
        }
        state.account.evolve(event)
        state.list.evolve(event)
    }

    public func decide(_ state: State, at now: Timestamp) -> Ruling {
        guard state.account.exists else { return .refused(.userNotFound) }
        if state.used.contains(snap) { return .refused(.idInUse([snap.description])) }
        guard let feed = state.list.feed(feed) else { return .refused(.feedNotFound) }
        switch named {
        case .missing(let refusal): return .refused(refusal)
        case .picture(let picture):
            if let media, state.showings.areTooMany(of: media, by: me) { return .refused(.shownTooOften) }
            return .accepted([
                .snapPosted(SnapPosted(snap: snap, feed: feed.feed, poster: me, picture: picture))
            ])
        }
    }
}
