import EventLog
import FoundationEssentials
import GlimpDomain
import HTTPTypes

/// What became of a command that was accepted.
struct OutcomeJSON: Encodable {
    var position: UInt64
    /// The ids of the events appended; none when there was nothing to do.
    var events: [String]
    var isDuplicate: Bool

    init(_ outcome: Outcome) {
        position = outcome.position.rawValue
        isDuplicate = outcome.isDuplicate
        if case .appended(_, _, let ids) = outcome.result {
            events = ids.map(\.canonicalText)
        } else {
            events = []
        }
    }

    static let shape = Shape.named(
        "Outcome",
        .object([.required("position", .position), .required("events", .list(.id)), .required("isDuplicate", .boolean)])
    )
}

/// What became of one command of a batch.
struct BatchOutcomeJSON: Encodable {
    var id: String?
    /// What the command would have been answered with by itself.
    var status: Int
    var outcome: OutcomeJSON?
    var code: String?
    var detail: String?
    var subjects: [String]?

    private init(
        id: String?, status: Int, outcome: OutcomeJSON? = nil, code: String? = nil, detail: String? = nil,
        subjects: [String]? = nil
    ) {
        self.id = id
        self.status = status
        self.outcome = outcome
        self.code = code
        self.detail = detail
        self.subjects = subjects
    }

    init(id: String?, _ outcome: Outcome) {
        if case .refused(let refusal) = outcome.result {
            self.init(id: id, Problem(refusal))
        } else {
            self.init(id: id, status: HTTPResponse.Status.ok.code, outcome: OutcomeJSON(outcome))
        }
    }

    init(id: String?, _ problem: Problem) {
        self.init(
            id: id, status: problem.status.code, code: problem.code, detail: problem.detail,
            subjects: problem.subjects.isEmpty ? nil : problem.subjects)
    }

    static let shape = Shape.named(
        "BatchOutcome",
        .object([
            .optional("id", .id), .required("status", .integer(minimum: 100, maximum: 599)),
            .optional("outcome", OutcomeJSON.shape), .optional("code", .text), .optional("detail", .text),
            .optional("subjects", .list(.text)),
        ]))
}
