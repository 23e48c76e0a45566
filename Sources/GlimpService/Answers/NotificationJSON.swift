import EventLog
import GlimpDomain
import GlimpReadModels

/// A notification as programs see it. Absent values are left out.
package struct NotificationJSON: Encodable, Sendable {
    package var position: UInt64
    package var kind: String
    package var who: PersonJSON
    package var at: String
    package var request: String?
    package var photo: String?
    package var comment: String?
    package var expiresAt: String?
    package var secondsLeft: Int64?
    package var ending: String?
    package var unread: Bool

    package init(_ item: UserNotification) {
        position = item.position.rawValue
        kind = item.kind.name
        who = PersonJSON(item.who)
        at = item.at.rfc3339
        request = item.request?.description
        photo = item.photo?.description
        comment = item.comment?.description
        expiresAt = item.expiresAt?.rfc3339
        secondsLeft = item.secondsLeft
        ending = item.ending?.rawValue
        unread = item.isUnread
    }
}
