import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct RequestsView: AnswerView {
    let answer: Answer<GlimpRequests>

    init(_ answer: Answer<GlimpRequests>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(RequestsJSON(answer)) }

    var lines: [String] {
        answer.value.incoming.lines("Asked of me", Self.table(answer.value.incoming, \.asker, "from"))
            + answer.value.outgoing.lines("Asked by me", Self.table(answer.value.outgoing, \.answerer, "to"))
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
