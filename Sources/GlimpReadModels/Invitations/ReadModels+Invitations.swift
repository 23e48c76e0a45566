public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// An open invitation to be friends.
public struct Invitation: Hashable, Sendable {
    public var inviter: PersonSummary
    public var invited: PersonSummary
    public var invitedAt: Timestamp
}

/// A person's open invitations, newest first.
public struct Invitations: Hashable, Sendable {
    public var incoming: Page<Invitation>
    public var outgoing: Page<Invitation>
}

extension ReadModels {
    /// A person's open invitations, newest first. A cursor continues the list it came from; the other is given anew.
    public func invitations(of user: UserID, _ request: PageRequest = .first) async throws -> Answer<Invitations> {
        try await collections { try $0.invitations(of: user, request, names: $1) }
    }
}

extension Snapshot {
    func invitations(of user: UserID, _ request: PageRequest, names: borrowing Snapshot) throws -> Invitations {
        let (incoming, outgoing) = try request.split(.incomingInvitations, .outgoingInvitations, of: user)
        return Invitations(
            incoming: try page(
                RowList(name: .incomingInvitations, table: InvitationsProjection.incoming, prefix: RowKey(user)),
                incoming, total: counter(RowKey(user), in: InvitationsProjection.incomingCounts),
                { try Invitation($0, names) }
            ),
            outgoing: try page(
                RowList(name: .outgoingInvitations, table: InvitationsProjection.outgoing, prefix: RowKey(user)),
                outgoing, total: counter(RowKey(user), in: InvitationsProjection.outgoingCounts),
                { try Invitation($0, names) }
            )
        )
    }
}

extension Invitation {
    fileprivate init(_ row: Glimp_V1_Rows_Invitation, _ names: borrowing Snapshot) throws {
        inviter = try names.person(UserID(row: row.inviter))
        invited = try names.person(UserID(row: row.invited))
        invitedAt = Timestamp(row: row.invitedAt)
    }
}
