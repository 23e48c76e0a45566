import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct InvitationsView: AnswerView {
    private let answer: Answer<Invitations>

    init(_ answer: Answer<Invitations>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(InvitationsJSON(answer)) }

    func print() {
        answer.value.incoming.print("Invitations to me", Self.table(answer.value.incoming, \.inviter, "from"))
        answer.value.outgoing.print("Invitations from me", Self.table(answer.value.outgoing, \.invited, "to"))
        answer.printPosition()
    }

    static func table(
        _ page: Page<Invitation>, _ person: KeyPath<Invitation, PersonSummary>, _ title: String
    ) -> TextTable {
        var table = TextTable(title, "invited")
        for item in page.items { table.add(item[keyPath: person].username, item.invitedAt.rfc3339) }
        return table
    }
}
