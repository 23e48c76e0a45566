import EventLog
import GlimpDomain
import GlimpReadModels

/// What became of requests, as programs see it. Rate and median are left out where there is nothing to take them of.
package struct RequestActivityJSON: Encodable, Sendable {
    package var asked: Int
    package var answered: Int
    package var declined: Int
    package var cancelled: Int
    package var expired: Int
    package var answerRate: Double?
    package var medianAnswerSeconds: Double?

    package init(_ activity: RequestActivity) {
        (asked, answered, declined) = (activity.asked, activity.answered, activity.declined)
        (cancelled, expired) = (activity.cancelled, activity.expired)
        answerRate = activity.answerRate.map { ($0 * 10_000).rounded() / 10_000 }
        medianAnswerSeconds = activity.medianSeconds
    }
}

package struct EventCountJSON: Encodable, Sendable {
    package var type: String
    package var count: Int

    package init(_ count: EventCount) {
        type = count.type
        self.count = count.count
    }
}

/// What happened in all, or since a day.
package struct ActivityJSON: Encodable, Sendable {
    package var position: UInt64
    package var since: String?
    package var events: Int
    package var types: [EventCountJSON]
    package var requests: RequestActivityJSON

    package init(_ answer: Answer<Activity>) {
        position = answer.position.rawValue
        since = answer.value.since?.date
        events = answer.value.events
        types = answer.value.types.map(EventCountJSON.init)
        requests = RequestActivityJSON(answer.value.requests)
    }
}

/// The same day by day, newest first.
package struct ActivityDaysJSON: Encodable, Sendable {
    package struct Day: Encodable, Sendable {
        package var day: String
        package var events: Int
        package var types: [EventCountJSON]
        package var requests: RequestActivityJSON
    }
    package var position: UInt64
    package var days: [Day]

    package init(_ answer: Answer<[ActivityDay]>) {
        position = answer.position.rawValue
        days = answer.value.map { day in
            Day(
                day: day.day.date, events: day.events, types: day.types.map(EventCountJSON.init),
                requests: RequestActivityJSON(day.requests))
        }
    }
}

/// A person's activity.
package struct PersonalActivityJSON: Encodable, Sendable {
    package var userId: String
    package var username: String
    package var events: Int
    package var types: [EventCountJSON]
    package var asAsker: RequestActivityJSON
    package var asAnswerer: RequestActivityJSON

    package init(_ activity: PersonalActivity) {
        userId = activity.userID.description
        username = activity.username
        events = activity.events
        types = activity.types.map(EventCountJSON.init)
        asAsker = RequestActivityJSON(activity.asAsker)
        asAnswerer = RequestActivityJSON(activity.asAnswerer)
    }
}

/// One person's, or everybody's page by page.
package struct ActivityPeopleJSON: Encodable, Sendable {
    package var position: UInt64
    package var people: ListJSON<PersonalActivityJSON>

    package init(_ answer: Answer<Page<PersonalActivity>>) {
        position = answer.position.rawValue
        people = ListJSON(answer.value, PersonalActivityJSON.init)
    }

    package init(_ answer: Answer<PersonalActivity>) {
        position = answer.position.rawValue
        people = ListJSON(Page(total: 1, items: [answer.value], cursor: nil), PersonalActivityJSON.init)
    }
}

extension Timestamp {
    /// `2026-11-21`, in UTC.
    package var date: String { String(description.prefix { $0 != "T" }) }
}
