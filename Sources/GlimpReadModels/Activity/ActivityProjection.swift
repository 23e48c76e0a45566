import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// How much happens, in counters: by type, by UTC day and type, by person and type, and how long answers take.
///
/// Its size is bounded by how many days, people and types there are, not by how many events: nothing is kept of an event
/// but the moment of a request that is open. So there is nothing of a person on a day, nor of two people.
struct ActivityProjection: Projection {
    let name = "activity"
    let version = 1

    /// As whom somebody takes part in a request.
    enum Role: String, CaseIterable { case asker, answerer }

    static let types = RowTable("activity.types", key: [.string("type")], of: UInt64.self)
    static let days = RowTable("activity.days", key: [.time("day"), .string("type")], of: UInt64.self)
    static let people = RowTable("activity.people", key: [.uuid("person"), .string("type")], of: UInt64.self)
    /// Events of a person, of all types; and the same in the order of a list of people.
    static let totals = RowTable("activity.totals", key: [.uuid("person")], of: UInt64.self)
    static let ranking = RowTable(
        "activity.ranking", key: [.descending("events"), .uuid("person")], of: Glimp_V1_Rows_Owner.self)
    /// How many people there are in it: one row.
    static let peopleCount = RowTable("activity.people-count", key: [.string("people")], of: UInt64.self)
    static let requests = RowTable(
        "activity.requests", key: [.uuid("person"), .string("role"), .string("type")], of: UInt64.self)
    static let times = RowTable("activity.times", key: [.ascending("class")], of: UInt64.self)
    static let timesOfDays = RowTable(
        "activity.times-of-days", key: [.time("day"), .ascending("class")], of: UInt64.self)
    static let timesOfPeople = RowTable(
        "activity.times-of-people", key: [.uuid("person"), .string("role"), .ascending("class")], of: UInt64.self)
    /// When an open request was asked, in microseconds.
    static let open = RowTable("activity.open", key: [.uuid("request")], of: UInt64.self)
    let tables = [
        types.shape, days.shape, people.shape, totals.shape, ranking.shape, peopleCount.shape, requests.shape,
        times.shape, timesOfDays.shape, timesOfPeople.shape, open.shape,
    ]

    static let peopleKey = RowKey("people")
    /// What other programs append through the event log's own service: of how many types, nobody knows.
    static let otherTypes = "other"

    func apply(_ event: SequencedEvent, to rows: inout Rows) throws {
        let type = EventKind.of(event.type) == nil ? Self.otherTypes : event.type.rawValue
        try rows.count(1, for: RowKey(type), in: Self.types)
        try rows.count(1, for: RowKey().time(event.time.day).string(type), in: Self.days)
        if let person = try Self.person(event) { try count(person, type, in: &rows) }
        try countRequest(event, in: &rows)
    }

    private func count(_ person: UserID, _ type: String, in rows: inout Rows) throws {
        try rows.count(1, for: RowKey(person).string(type), in: Self.people)
        let total = try rows.get(RowKey(person), in: Self.totals) ?? 0
        if total == 0 {
            try rows.count(1, for: Self.peopleKey, in: Self.peopleCount)
        } else {
            try rows.remove(RowKey().descending(total).id(person), from: Self.ranking)
        }
        try rows.put(total + 1, for: RowKey(person), in: Self.totals)
        try rows.put(
            .with { $0.user = person.description }, for: RowKey().descending(total + 1).id(person), in: Self.ranking)
    }

    private func countRequest(_ event: SequencedEvent, in rows: inout Rows) throws {
        guard ExpirySchedule.eventTypes.contains(event.type),
            let request = try DomainEvent(event).body as? any GlimpRequestEvent
        else { return }
        for (person, role) in [(request.asker, Role.asker), (request.answerer, .answerer)] {
            try rows.count(
                1, for: RowKey(person).string(role.rawValue).string(event.type.rawValue), in: Self.requests)
        }
        if event.type == GlimpRequested.type {
            let asked = UInt64(bitPattern: event.time.microseconds)
            try rows.put(asked, for: RowKey(request.request), in: Self.open)
            return
        }
        guard let asked = try rows.take(RowKey(request.request), from: Self.open) else {
            throw ProjectionError(.notApplicable, "the request \(request.request) is not open")
        }
        guard event.type == GlimpAnswered.type else { return }
        let bucket = AnswerTimes.bucket(event.time.microseconds - Int64(bitPattern: asked))
        try rows.count(1, for: RowKey().ascending(bucket), in: Self.times)
        try rows.count(1, for: RowKey().time(event.time.day).ascending(bucket), in: Self.timesOfDays)
        for (person, role) in [(request.asker, Role.asker), (request.answerer, .answerer)] {
            try rows.count(
                1, for: RowKey(person).string(role.rawValue).ascending(bucket), in: Self.timesOfPeople)
        }
    }

    /// Who did it. Whoever registers has no id before; what operators and the service itself do is nobody's.
    private static func person(_ event: SequencedEvent) throws -> UserID? {
        if event.type == AccountRegistered.type, case .accountRegistered(let registered) = try DomainEvent(event) {
            return registered.user
        }
        guard event.actor.hasPrefix("user:") else { return nil }
        return UserID(String(event.actor.dropFirst(5)))
    }
}

extension Timestamp {
    private static let dayMicroseconds: Int64 = 86_400_000_000

    /// Its UTC day's first moment.
    var day: Timestamp {
        let rest = microseconds % Self.dayMicroseconds
        return Timestamp(microseconds: microseconds - (rest < 0 ? rest + Self.dayMicroseconds : rest))
    }
}
