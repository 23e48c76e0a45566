import EventLog
import GlimpDomain
import GlimpReadModels

/// An answered request as programs see it.
package struct GlimpJSON: Encodable, Sendable {
    package var request: String
    package var asker: PersonJSON
    package var answerer: PersonJSON
    package var answeredAt: String
    package var photo: PhotoJSON

    package init(_ glimp: Glimp) {
        request = glimp.request.description
        asker = PersonJSON(glimp.asker)
        answerer = PersonJSON(glimp.answerer)
        answeredAt = glimp.answeredAt.rfc3339
        photo = PhotoJSON(glimp.photo)
    }
}
