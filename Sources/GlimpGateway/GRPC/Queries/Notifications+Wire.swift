import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import SwiftProtobuf

extension Glimp_V1_NotificationsResponse {
    init(_ answer: Answer<Notifications>) {
        self.init()
        position = answer.position.rawValue
        notifications = Glimp_V1_NotificationPage(answer.value.page)
        unread = UInt64(answer.value.unread)
        readThrough = answer.value.readThrough.rawValue
    }
}

extension Glimp_V1_NotificationPage {
    init(_ page: Page<UserNotification>) {
        self.init()
        total = UInt64(page.total)
        items = page.items.map { notification in
            .with {
                $0.position = notification.position.rawValue
                $0.kind = notification.kind.wire
                $0.who = Glimp_V1_PersonSummary(notification.who)
                $0.at = Google_Protobuf_Timestamp(notification.at)
                if let request = notification.request { $0.request = request.description }
                if let photo = notification.photo { $0.photo = photo.description }
                if let comment = notification.comment { $0.comment = comment.description }
                if let expiresAt = notification.expiresAt { $0.expiresAt = Google_Protobuf_Timestamp(expiresAt) }
                if let secondsLeft = notification.secondsLeft { $0.secondsLeft = secondsLeft }
                $0.ending = Glimp_V1_NotificationEnding(notification.ending)
                $0.unread = notification.isUnread
            }
        }
        if let next = page.cursor { cursor = next }
    }
}

extension Glimp_V1_NotificationEnding {
    init(_ ending: UserNotification.Ending?) {
        self =
            switch ending {
            case nil: .unspecified
            case .accepted: .accepted
            case .answered: .answered
            case .declined: .declined
            case .cancelled: .cancelled
            case .expired: .expired
            }
    }
}
