public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// A public photo with what people say about it, as one person sees it.
public struct PhotoDetail: Hashable, Sendable {
    public var photo: PublishedPhoto
    public var likes: Int
    public var isLikedByMe: Bool
    /// Oldest first. The total is what the viewer is told of, and a page may have fewer than were asked for.
    public var comments: Page<PhotoComment>
}

/// What somebody wrote about a photo.
public struct PhotoComment: Hashable, Sendable {
    public var comment: CommentID
    public var author: PersonSummary
    public var text: String
    public var at: Timestamp
}

extension ReadModels {
    /// One public photo, and a page of its comments.
    /// - Throws: `photo_not_found`, also when its owner has blocked the viewer.
    public func photo(
        _ photo: PhotoID, for viewer: UserID, _ request: PageRequest = .first
    ) async throws -> Answer<PhotoDetail> {
        try await photos { photos, names in
            guard let row = try photos.get(RowKey(photo), in: PhotosProjection.byID) else { throw notFound(photo) }
            let owner = try UserID(row: row.owner)
            guard try !photos.blocking(between: viewer, and: owner).contains(.byOther) else { throw notFound(photo) }
            let audience = Audience(viewer: viewer, owner: owner)
            let comments = RowList(name: .comments, table: CommentsProjection.comments, prefix: RowKey(photo))
            let shown = try photos.excerpt(comments, request, for: viewer, seal) { row -> PhotoComment? in
                let author = try UserID(row: row.author)
                guard try photos.shows(author, to: audience) else { return nil }
                return PhotoComment(
                    comment: try CommentID(row: row.comment), author: try names.person(author),
                    text: try names.opened(row.details, of: author, as: CommentDetails.self)?.text ?? "",
                    at: Timestamp(row: row.at))
            }
            return PhotoDetail(
                photo: try PublishedPhoto(row, photo, names),
                likes: try photos.likes(of: photo, for: audience),
                isLikedByMe: try photos.get(RowKey(photo).id(viewer), in: LikesProjection.likes) != nil,
                comments: Page(
                    total: try photos.comments(on: photo, for: audience), items: shown.items, cursor: shown.cursor))
        }
    }

    private func notFound(_ photo: PhotoID) -> ReadModelError {
        ReadModelError(.photoNotFound, "there is no photo \(photo)")
    }
}
