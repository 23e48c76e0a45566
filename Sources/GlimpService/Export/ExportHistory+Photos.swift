import EventLog
import GlimpDomain

extension ExportHistory {
    private struct PublicPhoto: Encodable {
        var photo: String
        var media: String
        var publishedAt: String
        var title: String
        var tags: [String]
        var takenAt: String?
        var latitude: Double?
        var longitude: Double?
    }

    /// Calls `body` with the photos that are public still.
    private func forEachPublicPhoto(_ body: (PhotoPublished, SequencedEvent) throws -> Void) throws {
        try log.forEachOwn([PhotoPublished.type]) { event, envelope in
            guard case .photoPublished(let event) = event, try isPublic(event.photo, since: envelope.position) else {
                return
            }
            try body(event, envelope)
        }
    }

    /// Whether a photo that was public at a position is so still.
    private func isPublic(_ photo: PhotoID, since position: Position) throws -> Bool {
        try !log.happened(PhotoUnpublished.type, [photo.tag], after: position)
    }

    func publicPhotos(_ item: Item) throws {
        try forEachPublicPhoto { event, envelope in
            var description = try event.details(by: log.details)
            if case .photoEdited(let edit)? = try log.last([PhotoEdited.type], [event.photo.tag]) {
                description = try edit.details(by: log.details)
            }
            // Of somebody who is erased there is nothing.
            guard let description else { return }
            try item(
                PublicPhoto(
                    photo: "\(event.photo)", media: "\(event.content.media)", publishedAt: envelope.time.rfc3339,
                    title: description.title, tags: description.tags, takenAt: description.takenAt?.rfc3339,
                    latitude: description.place?.degrees.latitude, longitude: description.place?.degrees.longitude))
        }
    }

    private struct LikedPhoto: Encodable {
        var photo: String
        var likedAt: String
    }

    func likes(_ item: Item) throws {
        try log.forEachOwn([PhotoLiked.type]) { event, envelope in
            guard case .photoLiked(let event) = event,
                try !log.happened(PhotoUnliked.type, event.tags, after: envelope.position),
                try isPublic(event.photo, since: envelope.position)
            else { return }
            try item(LikedPhoto(photo: "\(event.photo)", likedAt: envelope.time.rfc3339))
        }
    }

    private struct Comment: Encodable {
        var comment: String
        var photo: String
        /// nil: the person whose archive it is.
        var author: Person?
        var writtenAt: String
        var text: String

        /// - Parameter text: what the event says.
        init(_ event: CommentAdded, _ text: String, at time: Timestamp, by author: Person? = nil) {
            comment = "\(event.comment)"
            photo = "\(event.photo)"
            self.author = author
            writtenAt = time.rfc3339
            self.text = text
        }
    }

    private func isThere(_ comment: CommentAdded, since position: Position) throws -> Bool {
        try !log.happened(CommentDeleted.type, [comment.comment.tag], after: position)
    }

    func comments(_ item: Item) throws {
        try log.forEachOwn([CommentAdded.type]) { event, envelope in
            guard case .commentAdded(let event) = event, try isThere(event, since: envelope.position),
                try isPublic(event.photo, since: envelope.position), let details = try event.details(by: log.details)
            else { return }
            try item(Comment(event, details.text, at: envelope.time))
        }
    }

    /// What others wrote, but those who are kept apart from the person by a block.
    func commentsReceived(_ item: Item) throws {
        try forEachPublicPhoto { photo, envelope in
            let comments = Query(types: [CommentAdded.type], tags: [photo.photo.tag])
            try log.forEach(comments, after: envelope.position) { event, envelope in
                guard case .commentAdded(let event) = event, event.author != log.user,
                    try isThere(event, since: envelope.position), try !log.isApart(from: event.author),
                    let details = try event.details(by: log.details)
                else { return }
                try item(Comment(event, details.text, at: envelope.time, by: person(event.author)))
            }
        }
    }
}

extension ExportHistory {
    private struct Album: Encodable {
        var album: String
        var title: String
        var createdAt: String
        /// As it was chosen; nil: the first.
        var cover: String?
        /// In their order.
        var photos: [String]
    }

    /// One album is in memory, as ids of its photos.
    func albums(_ item: Item) throws {
        try log.forEachOwn([AlbumCreated.type]) { event, envelope in
            guard case .albumCreated(let created) = event,
                try !log.happened(AlbumDeleted.type, [created.album.tag], after: envelope.position)
            else { return }
            var content = try ExportedAlbum(created, log.details)
            try log.forEach(Query(types: ExportedAlbum.types, tags: [created.album.tag]), after: envelope.position) {
                try content.evolve($0, at: $1.position, log.details)
            }
            let photos = try content.photos.filter { try isPublic($0.photo, since: $0.added) }.map { "\($0.photo)" }
            let cover = content.cover.map { "\($0)" }
            try item(
                Album(
                    album: "\(created.album)", title: content.title, createdAt: envelope.time.rfc3339,
                    cover: cover.flatMap { photos.contains($0) ? $0 : nil }, photos: photos))
        }
    }
}
