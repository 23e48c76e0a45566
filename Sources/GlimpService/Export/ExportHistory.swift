import EventLog
import GlimpDomain
import GlimpReadModels

/// What a person's own events say of what has no list of one person's own: read from the log, an item at a time.
///
/// Whether something is there still is asked of the log for each, which holds nothing in memory.
struct ExportHistory: Sendable {
    let log: ExportLog
    let readModels: ReadModels

    /// Takes the next item of a list.
    typealias Item = (any Encodable) throws -> Void

    /// A list, and what gives its items.
    static let lists: [(file: ExportFile, items: @Sendable (ExportHistory, Item) throws -> Void)] = [
        (.blocked, { try $0.blocked($1) }), (.snapsPosted, { try $0.snapsPosted($1) }),
        (.snapsOpened, { try $0.snapsOpened($1) }), (.publicPhotos, { try $0.publicPhotos($1) }),
        (.albums, { try $0.albums($1) }), (.likes, { try $0.likes($1) }), (.comments, { try $0.comments($1) }),
        (.commentsReceived, { try $0.commentsReceived($1) }),
    ]

    /// Somebody, and what they are called, unless their account is not in the rows yet.
    struct Person: Encodable {
        var userId: String
        var username: String?
    }

    func person(_ user: UserID) throws -> Person {
        do {
            return Person(userId: "\(user)", username: try readModels.profile(of: user).value.username)
        } catch let error as ReadModelError where error.code == .userNotFound {
            return Person(userId: "\(user)", username: nil)
        }
    }
}

extension ExportHistory {
    private struct Blocked: Encodable {
        var who: Person
        var since: String
    }

    fileprivate func blocked(_ item: Item) throws {
        try log.forEachOwn([UserBlocked.type]) { event, envelope in
            guard case .userBlocked(let event) = event, event.blocker == log.user else { return }
            let isOver = try log.happened(
                UserUnblocked.type, event.tags, after: envelope.position,
                where: { if case .userUnblocked(let event) = $0 { event.blocker == log.user } else { false } })
            if !isOver { try item(Blocked(who: person(event.blocked), since: envelope.time.rfc3339)) }
        }
    }

    private struct PostedSnap: Encodable {
        var snap: String
        var feed: String
        var postedAt: String
        /// The upload, or else the picture of the catalogue.
        var media: String?
        var picture: String?
    }

    fileprivate func snapsPosted(_ item: Item) throws {
        try log.forEachOwn([SnapPosted.type]) { event, envelope in
            guard case .snapPosted(let event) = event,
                try !log.happened(SnapDeleted.type, [event.snap.tag], after: envelope.position)
            else { return }
            let picture: String? = if case .catalogue(let name) = event.picture { name } else { nil }
            try item(
                PostedSnap(
                    snap: "\(event.snap)", feed: "\(event.feed)", postedAt: envelope.time.rfc3339,
                    media: event.picture.media.map { "\($0)" }, picture: picture))
        }
    }

    private struct OpenedSnap: Encodable {
        var snap: String
        var openedAt: String
    }

    fileprivate func snapsOpened(_ item: Item) throws {
        try log.forEachOwn([SnapViewed.type]) { event, envelope in
            guard case .snapViewed(let event) = event else { return }
            try item(OpenedSnap(snap: "\(event.snap)", openedAt: envelope.time.rfc3339))
        }
    }
}
