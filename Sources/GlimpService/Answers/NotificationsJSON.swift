import EventLog
import GlimpReadModels

/// Notifications as programs see them: a list, and beside its members how many are unread and how far one has read.
package struct NotificationsJSON: Encodable, Sendable {
    package var list: ListJSON<NotificationJSON>
    package var unread: Int
    package var readThrough: UInt64

    private enum Keys: String, CodingKey { case unread, readThrough }

    package init(_ answer: Answer<Notifications>) {
        list = ListJSON(answer.value.page, at: answer.position, NotificationJSON.init)
        unread = answer.value.unread
        readThrough = answer.value.readThrough.rawValue
    }

    package func encode(to encoder: any Encoder) throws {
        try list.encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(unread, forKey: .unread)
        try container.encode(readThrough, forKey: .readThrough)
    }
}
