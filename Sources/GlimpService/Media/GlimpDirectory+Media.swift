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

    /// Whether it is the photo of a glimp for the viewer. Hiding takes it out of a list, and the end of the friendship
    /// takes nothing away.
    private func isShown(_ record: MediaRecord, to viewer: UserID) throws -> Bool {
        let content = keys.hasher.hash(SentContent(uploader: record.owner, sha256: record.sha256))
        let answers = Query(types: [GlimpAnswered.type], tags: [content.tag, viewer.tag])
        // The same content answers one request only; what is imported could differ in the id alone.
        return try log.read(answers, from: nil, backwards: true, limit: 100).contains { event in
            guard case .glimpAnswered(let answer) = try DomainEvent(event) else { return false }
            return answer.photo.media == record.media && answer.answerer == record.owner && answer.asker == viewer
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
        var from: Position?
        while true {
            let page = try log.page(publications, from: from, backwards: true, limit: 100)
            for event in page.events {
                switch try DomainEvent(event) {
                case .photoUnpublished(let event): unpublished.insert(event.photo)
                // What was described for somebody else, as an import does, publishes nothing of this owner's.
                case .photoPublished(let event) where event.owner == record.owner:
                    if !unpublished.contains(event.photo) { return true }
                default: break
                }
            }
            guard let next = page.next else { return false }
            from = next
        }
    }

    private func hasBlocked(_ blocker: UserID, _ other: UserID) throws -> Bool {
        let blocks = Query(types: [UserBlocked.type, UserUnblocked.type], tags: [Pair(blocker, other).tag])
        var from: Position?
        while true {
            let page = try log.page(blocks, from: from, backwards: true, limit: 100)
            for event in page.events {
                switch try DomainEvent(event) {
                case .userBlocked(let event) where event.blocker == blocker: return true
                case .userUnblocked(let event) where event.blocker == blocker: return false
                default: break
                }
            }
            guard let next = page.next else { return false }
            from = next
        }
    }
}
