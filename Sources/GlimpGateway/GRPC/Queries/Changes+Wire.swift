import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import SwiftProtobuf

// Rows as they are stored, in the form of calls.

extension Glimp_V1_ChangesResponse {
    init(_ answer: Answer<Changes>) {
        self.init()
        position = answer.position.rawValue
        items = answer.value.items.map { Glimp_V1_Change($0) }
        if let next = answer.value.cursor { cursor = next }
    }
}

extension Glimp_V1_Collection {
    init(_ collection: PersonalCollection) {
        self =
            switch collection {
            case .profile: .profile
            case .friends: .friends
            case .sharedGlimps: .sharedGlimps
            case .incomingInvitations: .incomingInvitations
            case .outgoingInvitations: .outgoingInvitations
            case .incomingRequests: .incomingRequests
            case .outgoingRequests: .outgoingRequests
            case .received: .received
            case .sent: .sent
            case .notifications: .notifications
            case .readThrough: .readThrough
            case .pushedNotifications: .pushedNotifications
            }
    }
}

extension Glimp_V1_Change {
    init(_ change: CollectionChange) {
        self.init()
        collection = Glimp_V1_Collection(change.collection)
        key = change.key
        position = change.position.rawValue
        if case .put(let row) = change.change { self.row = OneOf_Row(row) }
    }
}

extension Glimp_V1_Change.OneOf_Row {
    fileprivate init(_ row: CollectionRow) {
        self =
            switch row {
            case .profile(let profile): .profile(Glimp_V1_Profile(profile))
            case .friend(let row):
                .friend(
                    .with {
                        $0.friend = row.friend.description
                        $0.since = Google_Protobuf_Timestamp(row.since)
                        if let position = row.profileChangedAt { $0.profileChangedAt = position.rawValue }
                    })
            case .sharedGlimps(let row):
                .sharedGlimps(.with { ($0.other, $0.count) = (row.other.description, UInt64(row.count)) })
            case .invitation(let row):
                .invitation(
                    .with {
                        ($0.inviter, $0.invited) = (row.inviter.description, row.invited.description)
                        $0.invitedAt = Google_Protobuf_Timestamp(row.invitedAt)
                    })
            case .request(let row):
                .request(
                    .with {
                        $0.request = row.request.description
                        ($0.asker, $0.answerer) = (row.asker.description, row.answerer.description)
                        $0.requestedAt = Google_Protobuf_Timestamp(row.requestedAt)
                        $0.expiresAt = Google_Protobuf_Timestamp(row.expiresAt)
                    })
            case .glimp(let row):
                .glimp(
                    .with {
                        $0.request = row.request.description
                        ($0.asker, $0.answerer) = (row.asker.description, row.answerer.description)
                        $0.answeredAt = Google_Protobuf_Timestamp(row.answeredAt)
                        $0.photo = Glimp_V1_Photo(row.photo)
                    })
            case .notification(let row): .notification(Glimp_V1_NotificationRow(row))
            case .readThrough(let position): .readThrough(.with { $0.position = position.rawValue })
            case .pushedNotifications(let kinds):
                .pushedNotifications(.with { $0.kinds = kinds.sorted().map(\.wire) })
            }
    }
}

extension Glimp_V1_NotificationRow {
    init(_ row: CollectionRow.Notification) {
        self.init()
        position = row.position.rawValue
        kind = row.kind.wire
        who = row.who.description
        at = Google_Protobuf_Timestamp(row.at)
        if let request = row.request { self.request = request.description }
        if let photo = row.photo { self.photo = photo.description }
        if let comment = row.comment { self.comment = comment.description }
        if let expiresAt = row.expiresAt { self.expiresAt = Google_Protobuf_Timestamp(expiresAt) }
        ending = Glimp_V1_NotificationEnding(row.ending)
    }
}
