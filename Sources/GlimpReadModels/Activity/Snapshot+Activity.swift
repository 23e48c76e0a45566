import EventLog
import GlimpDomain
import Projections

// What the answers about activity are put together from: a few dozen counters a day or person.
extension Snapshot {
    func activity(of person: UserID, names: borrowing Snapshot) throws -> PersonalActivity {
        PersonalActivity(
            userID: person, username: try names.person(person).username,
            types: try counts(RowKey(person), in: ActivityProjection.people).listed,
            asAsker: try requests(of: person, as: .asker), asAnswerer: try requests(of: person, as: .answerer))
    }

    private func requests(of person: UserID, as role: ActivityProjection.Role) throws -> RequestActivity {
        let key = RowKey(person).string(role.rawValue)
        return RequestActivity(
            try counts(key, in: ActivityProjection.requests), try times(key, in: ActivityProjection.timesOfPeople))
    }

    /// The counters under a key, by type.
    func counts(_ prefix: RowKey, in table: RowTable<UInt64>) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        try visit(RowRange(prefix: prefix), of: table) { row in
            var reader = KeyReader(RowKey(bytes: Array(row.key.bytes.dropFirst(prefix.bytes.count))))
            guard let type = reader.string() else {
                throw ProjectionError(.damaged, "the key \(row.key) of \(table.name) has no type; rebuild activity")
            }
            counts[type] = Int(clamping: row.value)
            return true
        }
        return counts
    }

    func times(_ prefix: RowKey, in table: RowTable<UInt64>) throws -> AnswerTimes {
        var times = AnswerTimes()
        try addTimes(prefix, in: table, to: &times)
        return times
    }

    func addTimes(_ prefix: RowKey, in table: RowTable<UInt64>, to times: inout AnswerTimes) throws {
        try visit(RowRange(prefix: prefix), of: table) { row in
            var reader = KeyReader(RowKey(bytes: Array(row.key.bytes.dropFirst(prefix.bytes.count))))
            guard let bucket = reader.ascending() else {
                throw ProjectionError(.damaged, "the key \(row.key) of \(table.name) has no class; rebuild activity")
            }
            times.add(row.value, in: bucket)
            return true
        }
    }

    /// The days on which something happened, from one on, ascending.
    func days(since first: Timestamp) throws -> [Timestamp] {
        var days: [Timestamp] = []
        try visit(RowRange(start: .at(RowKey().time(first))), of: ActivityProjection.days) { row in
            var reader = KeyReader(row.key)
            guard let day = reader.time() else {
                throw ProjectionError(.damaged, "the key \(row.key) has no day; rebuild activity")
            }
            if days.last != day { days.append(day) }
            return true
        }
        return days
    }
}

extension [String: Int] {
    /// Most frequent first, ties by name.
    var listed: [EventCount] {
        map { EventCount(type: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.type) < ($0.count, $1.type) }
    }
}

extension RequestActivity {
    init(_ counts: [String: Int], _ times: AnswerTimes) {
        self.init(
            asked: counts[GlimpRequested.type.rawValue] ?? 0, answered: counts[GlimpAnswered.type.rawValue] ?? 0,
            declined: counts[GlimpDeclined.type.rawValue] ?? 0,
            cancelled: counts[GlimpRequestCancelled.type.rawValue] ?? 0,
            expired: counts[GlimpExpired.type.rawValue] ?? 0, medianSeconds: times.median)
    }
}
