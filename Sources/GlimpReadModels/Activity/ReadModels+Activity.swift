public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// How many days may be asked about at once: ten years.
public let activityDaysMaximum = 3_660

extension ReadModels {
    /// How often what happened.
    /// - Parameter days: on so many UTC days, the one of `now` included; nil: ever.
    /// - Throws: `invalid_days` unless it is 1 to 3,660.
    public func activity(days: Int?, at now: Timestamp) throws -> Answer<Activity> {
        let since = try days.map { try Self.first(of: $0, now) }
        return try store.read(GlimpReadModels.activity.name) { snapshot in
            guard let since else {
                let types = try snapshot.counts(RowKey(), in: ActivityProjection.types)
                let requests = RequestActivity(types, try snapshot.times(RowKey(), in: ActivityProjection.times))
                return Answer(Activity(since: nil, types: types.listed, requests: requests), at: snapshot.position)
            }
            var types: [String: Int] = [:]
            var times = AnswerTimes()
            for day in try snapshot.days(since: since) {
                let key = RowKey().time(day)
                types.merge(try snapshot.counts(key, in: ActivityProjection.days), uniquingKeysWith: +)
                try snapshot.addTimes(key, in: ActivityProjection.timesOfDays, to: &times)
            }
            return Answer(
                Activity(since: since, types: types.listed, requests: RequestActivity(types, times)),
                at: snapshot.position)
        }
    }

    /// The same of each day on which something happened, newest first.
    /// - Throws: `invalid_days`.
    public func activityByDay(days: Int, at now: Timestamp) throws -> Answer<[ActivityDay]> {
        let since = try Self.first(of: days, now)
        return try store.read(GlimpReadModels.activity.name) { snapshot in
            let listed = try snapshot.days(since: since).reversed().map { day in
                let types = try snapshot.counts(RowKey().time(day), in: ActivityProjection.days)
                let times = try snapshot.times(RowKey().time(day), in: ActivityProjection.timesOfDays)
                return ActivityDay(day: day, types: types.listed, requests: RequestActivity(types, times))
            }
            return Answer(listed, at: snapshot.position)
        }
    }

    /// Everybody who did something, those who did most first.
    public func activityByPerson(_ page: PageRequest = .first) async throws -> Answer<Page<PersonalActivity>> {
        try await activity { activity, accounts in
            let list = RowList(name: .activityOfPeople, table: ActivityProjection.ranking, prefix: RowKey())
            let total = try activity.counter(ActivityProjection.peopleKey, in: ActivityProjection.peopleCount)
            return try activity.page(list, page, total: total) { row in
                try activity.activity(of: UserID(row: row.user), names: accounts)
            }
        }
    }

    /// What one person did; zeros where that is nothing.
    public func activity(of person: UserID) async throws -> Answer<PersonalActivity> {
        try await activity { try $0.activity(of: person, names: $1) }
    }

    private static func first(of days: Int, _ now: Timestamp) throws(ReadModelError) -> Timestamp {
        guard (1...activityDaysMaximum).contains(days) else {
            throw ReadModelError(.invalidDays, "days are 1 to \(activityDaysMaximum), not \(days)")
        }
        return now.day + Int64(1 - days) * 86_400
    }
}
