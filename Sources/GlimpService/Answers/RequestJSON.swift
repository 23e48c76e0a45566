import EventLog
import GlimpDomain
import GlimpReadModels

/// An open request as programs see it.
package struct RequestJSON: Encodable, Sendable {
    package var request: String
    package var asker: PersonJSON
    package var answerer: PersonJSON
    package var requestedAt: String
    package var expiresAt: String
    package var secondsLeft: Int64

    package init(_ request: GlimpRequest) {
        self.request = request.request.description
        asker = PersonJSON(request.asker)
        answerer = PersonJSON(request.answerer)
        requestedAt = request.requestedAt.rfc3339
        expiresAt = request.expiresAt.rfc3339
        secondsLeft = request.secondsLeft
    }
}
