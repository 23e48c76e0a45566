import EventLog
import FoundationEssentials
import GlimpDomain

/// What a person's own events say of feeds and public photos, which have no list of one person's own.
struct ExportHistory: Sendable {
    struct PostedSnap: Encodable, Sendable {
        var snap: String
        var feed: String
        var postedAt: String
        /// The upload, or else the picture of the catalogue.
        var media: String?
        var picture: String?
    }
    struct OpenedSnap: Encodable, Sendable {
        var snap: String
        var openedAt: String
    }
    struct PublishedPhoto: Encodable, Sendable {
        var photo: String
        var media: String
        var publishedAt: String
        var title: String
        var tags: [String]
        var takenAt: String?
        var latitude: Double?
        var longitude: Double?
    }
    struct LikedPhoto: Encodable, Sendable {
        var photo: String
        var likedAt: String
    }
    struct Comment: Encodable, Sendable {
        var comment: String
        var photo: String
        var writtenAt: String
        var text: String
    }

    private(set) var posted: [PostedSnap] = []
    private(set) var opened: [OpenedSnap] = []
    private(set) var published: [PublishedPhoto] = []
    private(set) var likes: [LikedPhoto] = []
    private(set) var comments: [Comment] = []

    static let types = [
        SnapPosted.type, SnapDeleted.type, SnapViewed.type, PhotoPublished.type, PhotoEdited.type,
        PhotoUnpublished.type, PhotoLiked.type, PhotoUnliked.type, CommentAdded.type, CommentDeleted.type,
    ]

    /// - Parameter event: one of the person's own.
    mutating func evolve(_ event: DomainEvent, at time: String, _ details: DetailsOpener) throws {
        switch event {
        case .snapPosted(let event):
            let picture: String? = if case .catalogue(let name) = event.picture { name } else { nil }
            posted.append(
                PostedSnap(
                    snap: "\(event.snap)", feed: "\(event.feed)", postedAt: time,
                    media: event.picture.media.map { "\($0)" }, picture: picture))
        case .snapDeleted(let event): posted.removeAll { $0.snap == "\(event.snap)" }
        case .snapViewed(let event): opened.append(OpenedSnap(snap: "\(event.snap)", openedAt: time))
        case .photoPublished(let event):
            var photo = PublishedPhoto(
                photo: "\(event.photo)", media: "\(event.content.media)", publishedAt: time, title: "", tags: [])
            photo.describe(try event.details(by: details))
            published.append(photo)
        case .photoEdited(let event):
            for index in published.indices where published[index].photo == "\(event.photo)" {
                published[index].describe(try event.details(by: details))
            }
        case .photoUnpublished(let event): published.removeAll { $0.photo == "\(event.photo)" }
        case .photoLiked(let event): likes.append(LikedPhoto(photo: "\(event.photo)", likedAt: time))
        case .photoUnliked(let event): likes.removeAll { $0.photo == "\(event.photo)" }
        case .commentAdded(let event):
            comments.append(
                Comment(
                    comment: "\(event.comment)", photo: "\(event.photo)", writtenAt: time,
                    text: try event.details(by: details)?.text ?? ""))
        case .commentDeleted(let event): comments.removeAll { $0.comment == "\(event.comment)" }
        default: break
        }
    }
}

extension ExportHistory.PublishedPhoto {
    fileprivate mutating func describe(_ description: PhotoDescription?) {
        guard let description else { return }
        title = description.title
        tags = description.tags
        takenAt = description.takenAt?.rfc3339
        latitude = description.place.map { Double($0.latitude) / 1_000_000 }
        longitude = description.place.map { Double($0.longitude) / 1_000_000 }
    }
}
