import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct InvitationsView: AnswerView {
    let answer: Answer<Invitations>

    init(_ answer: Answer<Invitations>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(InvitationsJSON(answer)) }

    var lines: [String] { Self.lines(answer.value.incoming, answer.value.outgoing) }

    static func lines(_ incoming: Page<Invitation>, _ outgoing: Page<Invitation>) -> [String] {
        incoming.lines("Invitations to me", table(incoming, \.inviter, "from"))
            + outgoing.lines("Invitations from me", table(outgoing, \.invited, "to"))
    }

    private static func table(
        _ page: Page<Invitation>, _ person: KeyPath<Invitation, PersonSummary>, _ title: String
    ) -> TextTable {
        var table = TextTable(title, "invited")
        for item in page.items { table.add(item[keyPath: person].username, item.invitedAt.rfc3339) }
        return table
    }
}
