import EventLog
import Foundation
import GlimpReadModels
import GlimpService

/// By type.
struct ActivityView: AnswerView {
    let answer: Answer<Activity>

    init(_ answer: Answer<Activity>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ActivityJSON(answer)) }

    var lines: [String] {
        let activity = answer.value
        var table = RequestFigures.table("requests")
        table.add(cells: ["all"] + RequestFigures.cells(activity.requests))
        let since = activity.since.map(\.date) ?? "the beginning"
        return ["Since \(since): \(Figures.count(activity.events, "event"))"] + activity.types.table.lines + table.lines
    }
}

/// By day.
struct ActivityDaysView: AnswerView {
    let answer: Answer<[ActivityDay]>

    init(_ answer: Answer<[ActivityDay]>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ActivityDaysJSON(answer)) }

    var lines: [String] {
        var table = RequestFigures.table("day", events: true)
        for day in answer.value {
            table.add(cells: [day.day.date, "\(day.events)"] + RequestFigures.cells(day.requests))
        }
        return table.lines
    }
}

/// By person: what they did, and how they answer.
struct ActivityPeopleView: AnswerView {
    let answer: Answer<Page<PersonalActivity>>

    init(_ answer: Answer<Page<PersonalActivity>>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ActivityPeopleJSON(answer)) }

    var lines: [String] {
        var table = RequestFigures.table("person", events: true)
        for person in answer.value.items {
            table.add(cells: [person.username, "\(person.events)"] + RequestFigures.cells(person.asAnswerer))
        }
        return answer.value.lines("People, and the requests that they were asked", table)
    }
}

/// One person.
struct PersonalActivityView: AnswerView {
    let answer: Answer<PersonalActivity>

    init(_ answer: Answer<PersonalActivity>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ActivityPeopleJSON(answer)) }

    var lines: [String] {
        let person = answer.value
        var table = RequestFigures.table("requests")
        table.add(cells: ["asked others"] + RequestFigures.cells(person.asAsker))
        table.add(cells: ["was asked"] + RequestFigures.cells(person.asAnswerer))
        return ["\(person.username): \(Figures.count(person.events, "event")), \(person.userID)"]
            + person.types.table.lines + table.lines
    }
}

extension [EventCount] {
    fileprivate var table: TextTable {
        var table = TextTable([.init(title: "type"), .init(title: "events", isNumber: true)])
        for type in self { table.add(type.type, "\(type.count)") }
        return table
    }
}

/// What became of requests, in columns.
private enum RequestFigures {
    static func table(_ first: String, events: Bool = false) -> TextTable {
        let numbers =
            (events ? ["events"] : [])
            + ["asked", "answered", "declined", "cancelled", "expired", "rate", "median"]
        return TextTable([.init(title: first)] + numbers.map { .init(title: $0, isNumber: true) })
    }

    static func cells(_ activity: RequestActivity) -> [String] {
        [activity.asked, activity.answered, activity.declined, activity.cancelled, activity.expired].map { "\($0)" }
            + [activity.answerRate.map { String(format: "%.1f %%", $0 * 100) } ?? "–"]
            + [activity.medianSeconds.map(time) ?? "–"]
    }

    /// Not finer than it is known.
    private static func time(_ seconds: Double) -> String {
        seconds < 120 ? String(format: "%.0f s", seconds) : String(format: "%.0f min", seconds / 60)
    }
}
