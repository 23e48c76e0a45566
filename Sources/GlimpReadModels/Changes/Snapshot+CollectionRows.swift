import EventLog
import GlimpDomain
import GlimpSchemas
import Projections

extension Snapshot {
    /// The row of a collection under a key; nil when there is none.
    func row(of collection: PersonalCollection, at key: RowKey) throws -> CollectionRow? {
        switch collection {
        case .profile:
            try get(key, in: MeProjection.profile).map {
                .profile(try profile($0, of: UserID(rawValue: key.ownerID()), own: true))
            }
        case .friends:
            try get(key, in: FriendsProjection.friends).map {
                .friend(
                    CollectionRow.Friend(
                        friend: try key.secondID(), since: Timestamp(row: $0.since),
                        profileChangedAt: $0.profilePosition == 0 ? nil : Position($0.profilePosition)))
            }
        case .sharedGlimps:
            try get(key, in: SharedProjection.answered).map {
                .sharedGlimps(CollectionRow.SharedGlimps(other: try key.secondID(), count: Int(clamping: $0)))
            }
        case .incomingInvitations: try invitation(at: key, in: InvitationsProjection.incoming)
        case .outgoingInvitations: try invitation(at: key, in: InvitationsProjection.outgoing)
        case .incomingRequests: try request(at: key, in: RequestsProjection.incoming)
        case .outgoingRequests: try request(at: key, in: RequestsProjection.outgoing)
        case .received: try glimp(at: key, in: GalleryProjection.received)
        case .sent: try glimp(at: key, in: GalleryProjection.sent)
        case .notifications:
            try get(key, in: NotificationsProjection.all).map { .notification(try CollectionRow.Notification($0)) }
        case .readThrough:
            try get(key, in: NotificationsProjection.readThrough).map { .readThrough(Position($0)) }
        case .pushedNotifications:
            try get(key, in: NotificationsProjection.preferences).map {
                .pushedNotifications(Set($0.pushed.compactMap { NotificationKind($0) }))
            }
        }
    }

    private func invitation(at key: RowKey, in table: RowTable<Glimp_V1_Rows_Invitation>) throws -> CollectionRow? {
        try get(key, in: table).map {
            .invitation(
                CollectionRow.Invitation(
                    inviter: try UserID(row: $0.inviter), invited: try UserID(row: $0.invited),
                    invitedAt: Timestamp(row: $0.invitedAt)))
        }
    }

    private func request(at key: RowKey, in table: RowTable<Glimp_V1_Rows_Request>) throws -> CollectionRow? {
        try get(key, in: table).map {
            .request(
                CollectionRow.Request(
                    request: try GlimpRequestID(row: $0.request), asker: try UserID(row: $0.asker),
                    answerer: try UserID(row: $0.answerer), requestedAt: Timestamp(row: $0.requestedAt),
                    expiresAt: Timestamp(row: $0.expiresAt)))
        }
    }

    private func glimp(at key: RowKey, in table: RowTable<Glimp_V1_Rows_Glimp>) throws -> CollectionRow? {
        try get(key, in: table).map {
            .glimp(
                CollectionRow.Glimp(
                    request: try GlimpRequestID(row: $0.request), asker: try UserID(row: $0.asker),
                    answerer: try UserID(row: $0.answerer), answeredAt: Timestamp(row: $0.answeredAt),
                    photo: try Photo(row: $0.photo)))
        }
    }
}

extension CollectionRow.Notification {
    fileprivate init(_ row: Glimp_V1_Rows_Notification) throws {
        position = Position(row.position)
        kind = try NotificationKind(row: row.kind)
        who = try UserID(row: row.who)
        at = Timestamp(row: row.at)
        request = row.request.isEmpty ? nil : try GlimpRequestID(row: row.request)
        photo = row.photo.isEmpty ? nil : try PhotoID(row: row.photo)
        comment = row.comment.isEmpty ? nil : try CommentID(row: row.comment)
        expiresAt = row.expiry
        ending = try UserNotification.Ending(row: row.ending)
    }
}
