public import EventLog

// Tags carry surrogates only. The keyed ones (`username:`, `email:`, `media:`) are made by `KeyedHash.tag`.

extension UserID {
    public var tag: Tag { Tag("user:" + description) }
}

extension GlimpRequestID {
    public var tag: Tag { Tag("glimp:" + description) }
}

extension PhotoID {
    public var tag: Tag { Tag("photo:" + description) }
}

extension AlbumID {
    public var tag: Tag { Tag("album:" + description) }
}

extension CommentID {
    public var tag: Tag { Tag("comment:" + description) }
}

extension MediaID {
    /// Of the upload itself, by which it is known whether it is published. Its content is another matter: ``SentContent``.
    public var tag: Tag { Tag("upload:" + description) }
}

/// Two people, whoever is named first.
public struct Pair: Hashable, Sendable {
    public let low: UserID
    public let high: UserID

    public init(_ a: UserID, _ b: UserID) {
        (low, high) = a < b ? (a, b) : (b, a)
    }

    public var tag: Tag { Tag("friendship:" + low.description + ":" + high.description) }

    /// What an event between the two carries.
    public var tags: [Tag] { [tag, low.tag, high.tag] }
}
