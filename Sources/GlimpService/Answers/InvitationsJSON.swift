import EventLog
import GlimpReadModels

/// Both lists of invitations as programs see them.
package struct InvitationsJSON: Encodable, Sendable {
    package var position: UInt64?
    package var incoming: ListJSON<InvitationJSON>
    package var outgoing: ListJSON<InvitationJSON>

    package init(_ answer: Answer<Invitations>) {
        self.init(incoming: answer.value.incoming, outgoing: answer.value.outgoing)
        position = answer.position.rawValue
    }

    init(incoming: Page<Invitation>, outgoing: Page<Invitation>) {
        self.incoming = ListJSON(incoming, InvitationJSON.init)
        self.outgoing = ListJSON(outgoing, InvitationJSON.init)
    }
}
