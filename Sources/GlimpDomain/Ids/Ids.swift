public import FoundationEssentials

/// A person. Never a name: names are looked up, ids are stored.
public struct UserID: Identifier {
    public let rawValue: UUID
    public init(rawValue: UUID) { self.rawValue = rawValue }
}

/// A request for a glimp, and the glimp that answers it.
public struct GlimpRequestID: Identifier {
    public let rawValue: UUID
    public init(rawValue: UUID) { self.rawValue = rawValue }
}

/// An uploaded picture or video.
public struct MediaID: Identifier {
    public let rawValue: UUID
    public init(rawValue: UUID) { self.rawValue = rawValue }
}

/// A command as its actor numbers it: the same actor and id again is a retry.
public struct CommandID: Identifier {
    public let rawValue: UUID
    public init(rawValue: UUID) { self.rawValue = rawValue }
}

/// A photo that was published. Not its upload: the same one can be published again, under another id.
public struct PhotoID: Identifier {
    public let rawValue: UUID
    public init(rawValue: UUID) { self.rawValue = rawValue }
}

/// An album of public photos.
public struct AlbumID: Identifier {
    public let rawValue: UUID
    public init(rawValue: UUID) { self.rawValue = rawValue }
}

/// A comment on a public photo.
public struct CommentID: Identifier {
    public let rawValue: UUID
    public init(rawValue: UUID) { self.rawValue = rawValue }
}
