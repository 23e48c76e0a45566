public import EventLog
public import FoundationEssentials

/// Uses up the one fetch that a view of a snap grants. Issued by the service itself before it sends the first byte: of
/// two that ask at once, one is refused.
public struct FetchSnap: GlimpCommand {
    public let snap: SnapID
    public let viewer: UserID
    /// Who asks; nil: somebody who speaks for the viewer without a session.
    public let session: UUID?

    public init(snap: SnapID, viewer: UserID, session: UUID?) {
        self.snap = snap
        self.viewer = viewer
        self.session = session
    }

    public var boundary: Query {
        Query([.posting(of: snap), .view(of: snap, by: viewer), .blocks(of: viewer)])
    }

    public var initialState: SnapHistory { SnapHistory(snap, for: viewer) }

    public static func evolve(_ state: inout SnapHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ history: SnapHistory, at now: Timestamp) -> Ruling {
        if let refusal = history.refusal(toFetchFor: session, at: now) { return .refused(refusal) }
        return .accepted([.snapFetched(SnapFetched(snap: snap, viewer: viewer))])
    }
}

extension SnapHistory {
    /// Why the picture is not given now; nil: it is.
    ///
    /// Whoever has used up their view gets one answer, whatever became of the snap.
    package func refusal(toFetchFor session: UUID?, at now: Timestamp) -> Refusal? {
        guard let view else { return visible == nil ? .snapNotFound : .snapNotOpened }
        guard visible != nil, !isBlockedByMe, !isFetched, now < view.fetchBy,
            view.session == nil || view.session == session
        else { return .snapAlreadyViewed }
        return nil
    }
}
