import EventLog
import GlimpDomain
import GlimpReadModels

/// An invitation as programs see it.
package struct InvitationJSON: Encodable, Sendable {
    package var inviter: PersonJSON
    package var invited: PersonJSON
    package var invitedAt: String

    package init(_ invitation: Invitation) {
        inviter = PersonJSON(invitation.inviter)
        invited = PersonJSON(invitation.invited)
        invitedAt = invitation.invitedAt.rfc3339
    }
}
