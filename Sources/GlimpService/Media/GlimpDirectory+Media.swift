import EventLog
public import GlimpDomain

extension GlimpDirectory {
    /// An upload, if a person may fetch it now: its uploader, the other participant of the glimp that it is the photo
    /// of, and, of somebody's picture and of what somebody has published, everybody whom they have not blocked.
    ///
    /// Asked of the log itself: no read model is behind, in no process.
    /// - Returns: nil when there is none, and when this person may not know of it.
    public func upload(_ media: MediaID, fetchedBy viewer: UserID) throws -> MediaRecord? {
        guard let record = try self.media.record(of: media) else { return nil }
        if record.owner == viewer { return record }
        if try isShown(record, to: viewer) { return record }
        if try isPicture(record) || isPublished(record), try !hasBlocked(record.owner, viewer) { return record }
        return nil
    }

    /// Whether an event uses it: as the photo of a glimp, as a public photo, as a snap, or as its owner's picture, now or
    /// before.
    ///
    /// What somebody else says of it opens nothing, and keeps nothing.
    func isUsed(_ record: MediaRecord) throws -> Bool {
        if try hasAnswer(record, tags: []) { return true }
        let publications = Query(types: [PhotoPublished.type], tags: [record.media.tag, record.owner.tag])
        let isPublished = try contains(publications) { event in
            guard case .photoPublished(let published) = event else { return false }
            return published.content.media == record.media && published.owner == record.owner
        }
        if isPublished { return true }
        let snaps = Query(types: [SnapPosted.type], tags: [record.media.tag, record.owner.tag])
        let isPosted = try contains(snaps) { event in
            guard case .snapPosted(let posted) = event else { return false }
            return posted.picture.media == record.media && posted.poster == record.owner
        }
        if isPosted { return true }
        let changes = Query(types: [ProfilePictureChanged.type], tags: [record.owner.tag])
        return try contains(changes) { event in
            guard case .profilePictureChanged(let change) = event else { return false }
            return change.photo.media == record.media
        }
    }

    /// Whether it is the photo of a glimp for the viewer. Hiding takes it out of a list, and the end of the friendship
    /// takes nothing away.
    private func isShown(_ record: MediaRecord, to viewer: UserID) throws -> Bool {
        try hasAnswer(record, tags: [viewer.tag]) { $0.asker == viewer }
    }

    /// Whether its owner has answered with it.
    private func hasAnswer(
        _ record: MediaRecord, tags: [Tag], where condition: (GlimpAnswered) -> Bool = { _ in true }
    ) throws -> Bool {
        try contains(Query(types: [GlimpAnswered.type], tags: [record.content.tag] + tags)) { event in
            guard case .glimpAnswered(let answer) = event else { return false }
            // The same content can have other ids, and answers one request only.
            return answer.photo.media == record.media && answer.answerer == record.owner && condition(answer)
        }
    }

    /// Whether it is the picture that its owner is shown with now.
    private func isPicture(_ record: MediaRecord) throws -> Bool {
        let changes = Query(types: [ProfilePictureChanged.type], tags: [record.owner.tag])
        guard let newest = try log.read(changes, from: nil, backwards: true, limit: 1).first,
            case .profilePictureChanged(let change) = try DomainEvent(newest)
        else { return false }
        return change.photo.media == record.media
    }

    /// Whether it is a public photo of its owner's now. It may have been published several times, and one is enough.
    private func isPublished(_ record: MediaRecord) throws -> Bool {
        let publications = Query(types: [PhotoPublished.type, PhotoUnpublished.type], tags: [record.media.tag])
        var unpublished: Set<PhotoID> = []
        return try first(of: publications, backwards: true) { event in
            switch event {
            case .photoUnpublished(let event): unpublished.insert(event.photo)
            // What was described for somebody else, as an import does, publishes nothing of this owner's.
            case .photoPublished(let event) where event.owner == record.owner && !unpublished.contains(event.photo):
                return true
            default: break
            }
            return nil
        } ?? false
    }

    private func contains(_ query: Query, where condition: (DomainEvent) -> Bool) throws -> Bool {
        try first(of: query, backwards: true) { condition($0) ? true : nil } ?? false
    }

    private func hasBlocked(_ blocker: UserID, _ other: UserID) throws -> Bool {
        let blocks = Query(types: [UserBlocked.type, UserUnblocked.type], tags: [Pair(blocker, other).tag])
        return try first(of: blocks, backwards: true) { event in
            switch event {
            case .userBlocked(let event) where event.blocker == blocker: true
            case .userUnblocked(let event) where event.blocker == blocker: false
            default: nil
            }
        } ?? false
    }
}
