import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct RequestsView: AnswerView {
    private let answer: Answer<GlimpRequests>

    init(_ answer: Answer<GlimpRequests>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(RequestsJSON(answer)) }

    func print() {
        answer.value.incoming.print("Asked of me", Self.table(answer.value.incoming, \.asker, "from"))
        answer.value.outgoing.print("Asked by me", Self.table(answer.value.outgoing, \.answerer, "to"))
        answer.printPosition()
    }

    static func table(
        _ page: Page<GlimpRequest>, _ person: KeyPath<GlimpRequest, PersonSummary>, _ title: String
    ) -> TextTable {
        var table = TextTable([
            .init(title: title), .init(title: "time left", isNumber: true), .init(title: "request"),
        ])
        for item in page.items {
            table.add(
                item[keyPath: person].username, Timestamp.text(secondsLeft: item.secondsLeft), item.request.description)
        }
        return table
    }
}
