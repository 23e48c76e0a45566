import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// Who has invited whom and waits for an answer.
struct InvitationsProjection: GlimpProjection {
    let name = "invitations"
    let version = 2

    typealias Row = Glimp_V1_Rows_Invitation
    static let incoming = RowTable(
        "invitations.incoming", key: [.uuid("invited"), .descending("position")], of: Row.self,
        collection: RowCollection(.incomingInvitations) { $0.inviter })
    static let outgoing = RowTable(
        "invitations.outgoing", key: [.uuid("inviter"), .descending("position")], of: Row.self,
        collection: RowCollection(.outgoingInvitations) { $0.invited })
    /// The position of the open invitation of an ordered pair.
    static let open = RowTable("invitations.open", key: [.uuid("inviter"), .uuid("invited")], of: UInt64.self)
    static let incomingCounts = RowTable("invitations.incoming-counts", key: [.uuid("invited")], of: UInt64.self)
    static let outgoingCounts = RowTable("invitations.outgoing-counts", key: [.uuid("inviter")], of: UInt64.self)
    let tables = [incoming.shape, outgoing.shape, open.shape, incomingCounts.shape, outgoingCounts.shape]

    static let types: Set<EventType> =
        [FriendInvited.type, FriendAccepted.type, FriendDeclined.type, InvitationCancelled.type]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .friendInvited(let event):
            try close(from: event.inviter, to: event.invited, in: &rows)
            let row = Row.with {
                $0.inviter = event.inviter.description
                $0.invited = event.invited.description
                $0.invitedAt = envelope.time.microseconds
            }
            let position = envelope.position
            try rows.put(row, for: RowKey(event.invited).newestFirst(position), in: Self.incoming)
            try rows.put(row, for: RowKey(event.inviter).newestFirst(position), in: Self.outgoing)
            try rows.put(position.rawValue, for: RowKey(event.inviter).id(event.invited), in: Self.open)
            try rows.count(1, for: RowKey(event.invited), in: Self.incomingCounts)
            try rows.count(1, for: RowKey(event.inviter), in: Self.outgoingCounts)
        case .friendAccepted(let event):
            // Also when the two became friends by inviting each other: there never was a second invitation.
            try close(from: event.inviter, to: event.accepter, in: &rows)
        case .friendDeclined(let event):
            try close(from: event.inviter, to: event.decliner, in: &rows)
        case .invitationCancelled(let event):
            try close(from: event.inviter, to: event.invited, in: &rows)
        default: break
        }
    }

    private func close(from inviter: UserID, to invited: UserID, in rows: inout Rows) throws {
        guard let position = try rows.take(RowKey(inviter).id(invited), from: Self.open) else { return }
        try rows.remove(RowKey(invited).newestFirst(Position(position)), from: Self.incoming)
        try rows.remove(RowKey(inviter).newestFirst(Position(position)), from: Self.outgoing)
        try rows.count(-1, for: RowKey(invited), in: Self.incomingCounts)
        try rows.count(-1, for: RowKey(inviter), in: Self.outgoingCounts)
    }
}
