import EventLog
public import FoundationEssentials
public import GlimpDomain

extension GlimpDirectory {
    /// A snap's picture, if a person may fetch it now. Uses up nothing: for what is said of it, not for its bytes.
    ///
    /// - Throws: as ``fetch(_:by:in:)``.
    public func look(at snap: SnapID, by viewer: UserID, in session: UUID?) async throws -> MediaContent {
        let history = try history(of: FetchSnap(snap: snap, viewer: viewer, session: session))
        if let refusal = history.refusal(toFetchFor: session, at: clock.now()) { throw refusal }
        guard let posted = history.visible else { throw Refusal.snapAlreadyViewed }
        return try await content(of: posted.picture)
    }

    /// Opens a snap's picture, and uses up the one fetch of whoever has opened it: durably, before a byte is out.
    ///
    /// Asked of the log itself, as who may fetch an upload is.
    /// - Throws: a `Refusal`: `snap_not_found`, `snap_not_opened`, `snap_already_viewed`; ``EventLogError``, and then
    ///   nothing was used up, unless it is `outcome_unknown`.
    public func fetch(_ snap: SnapID, by viewer: UserID, in session: UUID?) async throws -> MediaContent {
        // What can't be read must not cost the view: opened, and its first piece looked at, before.
        let content = try await look(at: snap, by: viewer, in: session)
        try await content.readAhead(of: 0..<content.bytes)
        let command = FetchSnap(snap: snap, viewer: viewer, session: session)
        let handler = command.handler(
            context: CommandContext(actor: Actor.user(viewer).rawValue), eventIDs: EventIDs(startingAt: FreshID.make()),
            sealing: .none)
        if case .refused(let refusal) = try await log.execute(handler).result { throw refusal }
        return content
    }

    private func content(of picture: SnapPicture) async throws -> MediaContent {
        switch picture {
        case .photo(let photo):
            guard let record = try media.record(of: photo.media) else {
                throw EventLogError(.corrupted, "the upload \(photo.media) of a snap is missing: restore media/")
            }
            return try await media.content(of: record)
        case .catalogue(let name):
            guard let bytes = PictureCatalogue.bytes(of: name) else {
                throw EventLogError(.newerFormat, "the catalogue has no picture \(name): is this an older version?")
            }
            return MediaContent(bytes, mime: PictureCatalogue.mime)
        }
    }

    private func history(of command: FetchSnap) throws -> SnapHistory {
        var history = command.initialState
        _ = try first(of: command.boundary) { event -> Never? in
            FetchSnap.evolve(&history, event)
            return nil
        }
        return history
    }

    /// Whether an upload was shown to a person as a snap, which they have opened: every other way to it says so.
    public func hasSeen(_ media: MediaID, as viewer: UserID) throws -> Bool {
        try first(of: Query(types: [SnapPosted.type], tags: [media.tag]), backwards: true) { event in
            guard case .snapPosted(let posted) = event else { return nil }
            let views = Query(types: [SnapViewed.type], tags: [posted.snap.tag, viewer.tag])
            return try log.read(views, from: nil, backwards: false, limit: 1).isEmpty ? nil : true
        } ?? false
    }
}
