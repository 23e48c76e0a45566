import EventLog

/// One snap as one person finds it, as far as a boundary shows.
public struct SnapHistory: Sendable {
    private let id: SnapID
    private let me: UserID
    private var posted: SnapPosted?
    private var blocks = Blocks()
    /// My view of it.
    private(set) var view: SnapViewed?
    /// Whether the picture was fetched with it.
    private(set) var isFetched = false

    init(_ id: SnapID, for me: UserID) {
        self.id = id
        self.me = me
    }

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .snapPosted(let event) where event.snap == id: posted = event
        case .snapDeleted(let event) where event.snap == id: posted = nil
        case .snapViewed(let event) where event.snap == id && event.viewer == me: view = event
        case .snapFetched(let event) where event.snap == id && event.viewer == me: isFetched = true
        default: blocks.evolve(event)
        }
    }

    /// The snap, unless it was deleted or its poster has blocked me: then it is as if it were not there.
    package var visible: SnapPosted? {
        guard let posted, !blocks.hasBlocked(posted.poster, me) else { return nil }
        return posted
    }

    /// Whether I have blocked its poster.
    var isBlockedByMe: Bool { posted.map { blocks.hasBlocked(me, $0.poster) } ?? false }
}

extension QueryItem {
    /// Whether the snap is there, and whose.
    static func posting(of snap: SnapID) -> QueryItem {
        QueryItem(types: [SnapPosted.type, SnapDeleted.type], tags: [snap.tag])
    }

    /// One person's view of it.
    static func view(of snap: SnapID, by viewer: UserID) -> QueryItem {
        QueryItem(types: [SnapViewed.type, SnapFetched.type], tags: [SnapView(snap: snap, viewer: viewer).tag])
    }
}
