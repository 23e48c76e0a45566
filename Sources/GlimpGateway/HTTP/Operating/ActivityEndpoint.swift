import Credentials
import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService
import HTTPTypes
import Hummingbird

/// How much happens, for operators: numbers and usernames, nothing that anybody said or showed.
struct ActivityEndpoint: EndpointRoom {
    private let interface: Interface

    init(_ interface: Interface) { self.interface = interface }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/v1/activity", id: "activity",
                summary: "How often what happened: by type, by UTC day, or by person, who did most first.",
                access: .operators(.read), parameters: [.by, .days, .person, .limit, .cursor, .waitFor, .ifNoneMatch],
                answers: [
                    .init(
                        status: .ok, summary: "The answer.", content: .init(shape: .activity),
                        headers: ["Glimp-Position", "ETag"]),
                    .init(status: .notModified, summary: "As it was.", headers: ["Glimp-Position", "ETag"]),
                ],
                problems: [.notFound, .unprocessableContent, .gatewayTimeout], respond: respond)
        ]
    }

    private func respond(_ call: Call) async throws -> Response {
        try await interface.waitIfAsked(call.request, for: [GlimpReadModels.activity])
        let (models, now) = (interface.glimp.readModels, interface.glimp.clock.now())
        let (by, days) = (call.query("by"), try call.days)
        if let name = call.query("person") {
            guard by == nil || by == "person" else { throw Problem.invalidBy }
            try requireNone(days)
            let answer = try await models.activity(of: try interface.person(name))
            return try JSONAnswer.read(ActivityPeopleJSON(answer), at: answer.position, for: call.request)
        }
        switch by {
        case nil, "type":
            let answer = try models.activity(days: days, at: now)
            return try JSONAnswer.read(ActivityJSON(answer), at: answer.position, for: call.request)
        case "day":
            let answer = try models.activityByDay(days: days ?? 30, at: now)
            return try JSONAnswer.read(ActivityDaysJSON(answer), at: answer.position, for: call.request)
        case "person":
            try requireNone(days)
            let answer = try await models.activityByPerson(try call.page)
            return try JSONAnswer.read(ActivityPeopleJSON(answer), at: answer.position, for: call.request)
        default: throw Problem.invalidBy
        }
    }

    /// What somebody did on a day is not kept.
    private func requireNone(_ days: Int?) throws(Problem) {
        guard days == nil else {
            throw Problem("invalid_days", "Of people there are no days, only all of them.")
        }
    }
}

extension Problem {
    fileprivate static let invalidBy = Problem(
        "invalid_by", "`by` must be type, day or person; with `person` it is that or absent.")
}

extension Call {
    fileprivate var days: Int? {
        get throws(Problem) {
            guard let text = query("days") else { return nil }
            guard let days = Int(text) else {
                throw Problem("invalid_days", "`days` must be a number.")
            }
            return days
        }
    }
}

extension Endpoint.Parameter {
    fileprivate static let by = Endpoint.Parameter(
        name: "by", place: .query, summary: "What is counted apart; by type, unless it is said otherwise.",
        shape: .string(oneOf: ["type", "day", "person"]))
    fileprivate static let days = Endpoint.Parameter(
        name: "days", place: .query,
        summary: "So many UTC days, today included; without it all, or 30 by day. Not of people.",
        shape: .integer(minimum: 1, maximum: activityDaysMaximum))
    fileprivate static let person = Endpoint.Parameter(
        name: "person", place: .query, summary: "An id or a username: of this person alone.")
}

extension Shape {
    fileprivate static let activity = Shape.named(
        "Activity",
        .object([
            .required("position", .position), .optional("since", .string(format: "date")), .optional("events", .count),
            .optional("types", types), .optional("requests", requestActivity), .optional("days", .list(day)),
            .optional("people", .page(of: personalActivity)),
        ]))

    private static let types = Shape.list(
        .named("EventCount", .object([.required("type", .text), .required("count", .count)])))

    private static let requestActivity = Shape.named(
        "RequestActivity",
        .object([
            .required("asked", .count), .required("answered", .count), .required("declined", .count),
            .required("cancelled", .count), .required("expired", .count), .optional("answerRate", .number),
            .optional("medianAnswerSeconds", .number),
        ]))

    private static let day = Shape.named(
        "ActivityDay",
        .object([
            .required("day", .string(format: "date")), .required("events", .count), .required("types", types),
            .required("requests", requestActivity),
        ]))

    private static let personalActivity = Shape.named(
        "PersonalActivity",
        .object([
            .required("userId", .id), .required("username", .text), .required("events", .count),
            .required("types", types), .required("asAsker", requestActivity),
            .required("asAnswerer", requestActivity),
        ]))
}
