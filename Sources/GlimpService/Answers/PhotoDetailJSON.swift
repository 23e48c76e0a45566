import EventLog
import GlimpDomain
import GlimpReadModels

/// A public photo with what people say about it, as programs see it.
package struct PhotoDetailJSON: Encodable, Sendable {
    package var position: UInt64
    package var photo: PublicPhotoJSON
    package var likes: Int
    package var likedByMe: Bool
    package var comments: ListJSON<CommentJSON>

    package init(_ answer: Answer<PhotoDetail>) {
        position = answer.position.rawValue
        photo = PublicPhotoJSON(answer.value.photo)
        likes = answer.value.likes
        likedByMe = answer.value.isLikedByMe
        comments = ListJSON(answer.value.comments, CommentJSON.init)
    }
}

/// A comment as programs see it.
package struct CommentJSON: Encodable, Sendable {
    package var comment: String
    package var author: PersonJSON
    package var text: String
    package var at: String

    package init(_ comment: PhotoComment) {
        self.comment = comment.comment.description
        author = PersonJSON(comment.author)
        text = comment.text
        at = comment.at.rfc3339
    }
}
