import EventLog

/// A public photo as one person finds it, and whether they like it.
public struct LikeHistory: Sendable {
    private let like: Like
    private(set) var photo: PhotoHistory
    private(set) var isLiked = false

    init(_ like: Like) {
        self.like = like
        photo = PhotoHistory(like.photo, for: like.liker)
    }

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .photoLiked(let event) where Like(photo: event.photo, liker: event.liker) == like: isLiked = true
        case .photoUnliked(let event) where Like(photo: event.photo, liker: event.liker) == like: isLiked = false
        default: photo.evolve(event)
        }
    }
}
