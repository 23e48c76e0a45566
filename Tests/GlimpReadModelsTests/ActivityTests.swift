import EventLog
import EventLogTesting
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

/// Everything that happened, in a list: what it comes to is counted anew for each question.
private struct ActivityWorld {
    struct Happened {
        var event: DomainEvent
        var time: Timestamp
        var actor: String
    }
    var all: [Happened] = []
    var open: [GlimpRequested] = []

    func types(_ isMeant: (Happened) -> Bool) -> [EventCount] {
        var counts: [String: Int] = [:]
        for happened in all where isMeant(happened) {
            counts[type(of: happened.event.body).type.rawValue, default: 0] += 1
        }
        return counts.map { EventCount(type: $0.key, count: $0.value) }
            .sorted { $0.count == $1.count ? $0.type < $1.type : $0.count > $1.count }
    }

    /// Without the median.
    func requests(_ isMeant: (Happened) -> Bool) -> RequestActivity {
        var activity = RequestActivity()
        for happened in all where isMeant(happened) {
            switch happened.event {
            case .glimpRequested: activity.asked += 1
            case .glimpAnswered: activity.answered += 1
            case .glimpDeclined: activity.declined += 1
            case .glimpRequestCancelled: activity.cancelled += 1
            case .glimpExpired: activity.expired += 1
            default: break
            }
        }
        return activity
    }

    /// The exact one, in seconds.
    func median(_ isMeant: (Happened) -> Bool) -> Double? {
        var asked: [GlimpRequestID: Timestamp] = [:]
        var times: [Int64] = []
        for happened in all {
            switch happened.event {
            case .glimpRequested(let event): asked[event.request] = happened.time
            case .glimpAnswered(let event):
                guard isMeant(happened), let then = asked[event.request] else { continue }
                times.append(happened.time.microseconds - then.microseconds)
            default: break
            }
        }
        return times.isEmpty ? nil : Double(times.sorted()[(times.count - 1) / 2]) / 1_000_000
    }

    static func who(_ happened: Happened) -> UserID? {
        if case .accountRegistered(let event) = happened.event { return event.user }
        return UserID(happened.actor.replacingOccurrences(of: "user:", with: ""))
    }

    static func day(_ happened: Happened) -> String { String(happened.time.description.prefix(10)) }

    /// One more thing that happens.
    mutating func happen(_ users: [UserID], at now: Timestamp, _ random: inout Seeded) throws -> Happened? {
        guard let a = users.randomElement(using: &random), let b = users.randomElement(using: &random), a != b else {
            return nil
        }
        func event() throws -> (DomainEvent, UserID?) {
            guard random.next() % 3 > 0, !open.isEmpty else {
                let asked = GlimpRequested(
                    request: GlimpRequestID(rawValue: random.uuid()), asker: a, answerer: b, expiresAt: now + 600_000)
                open.append(asked)
                return (.glimpRequested(asked), a)
            }
            let it = open.remove(at: Int(random.next() % UInt64(open.count)))
            switch random.next() % 6 {
            case 0:
                return (.glimpDeclined(.init(request: it.request, asker: it.asker, answerer: it.answerer)), it.answerer)
            case 1:
                return (
                    .glimpRequestCancelled(.init(request: it.request, asker: it.asker, answerer: it.answerer)), it.asker
                )
            case 2:
                return (
                    .glimpExpired(
                        .init(request: it.request, asker: it.asker, answerer: it.answerer, expiresAt: it.expiresAt)),
                    nil
                )
            default: return (try .answered(it.request, it.asker, it.answerer), it.answerer)
            }
        }
        let (happening, who) =
            random.next() % 5 == 0
            ? (.displayNameChanged(DisplayNameChanged(user: a, displayName: "x")), a) : try event()
        let actor = who.map { Actor.user($0) } ?? .system("expiry")
        return Happened(event: happening, time: now, actor: actor.rawValue)
    }
}

@Suite("Activity")
struct ActivityTests {
    @Test(
        "is what the history comes to, and equals that of a rebuild",
        arguments: (0..<4).map { _ in UInt64.random(in: 0...999_999) })
    func histories(seed: UInt64) async throws {
        var random = Seeded(seed)
        let scene = try Scene()
        var world = ActivityWorld()
        var users: [UserID] = []
        for name in ["ada", "ben", "cleo", "dora", "emil"] {
            let user = UserID(rawValue: random.uuid())
            let event = try DomainEvent.registered(user, name)
            world.all.append(.init(event: event, time: scene.now.value, actor: "operator"))
            try await scene.happen([event])
            users.append(user)
        }
        for _ in 0..<6 {
            for _ in 0..<60 {
                // From within a second to days, so that every width of class is met.
                scene.now.value = Timestamp(
                    microseconds: scene.now.value.microseconds + Int64(random.next() % (1 << (random.next() % 37))))
                guard let happened = try world.happen(users, at: scene.now.value, &random) else { continue }
                world.all.append(happened)
                _ = try await scene.log.append(
                    [happened.event.event(id: UUID(), sealing: testSeal)], condition: nil,
                    context: CommandContext(actor: happened.actor))
            }
            try await scene.catchUp()
            try await compare(scene, world, users, limit: Int(1 + random.next() % 4), seed)
        }
        let rebuilder = Rebuilder(scene.store, of: scene.log)
        let check = try await rebuilder.check(GlimpReadModels.activity.name)
        #expect(check.isEqual && check.rows > 0, "seed \(seed): \(check.first)")
        _ = try await rebuilder.rebuild([GlimpReadModels.activity.name])
        try await compare(scene, world, users, limit: 100, seed)
    }

    private func compare(
        _ scene: Scene, _ world: ActivityWorld, _ users: [UserID], limit: Int, _ seed: UInt64
    ) async throws {
        let comment = Comment(rawValue: "seed \(seed)")
        func same(_ activity: RequestActivity, _ isMeant: (ActivityWorld.Happened) -> Bool) {
            var plain = activity
            plain.medianSeconds = nil
            #expect(plain == world.requests(isMeant), comment)
            let exact = world.median(isMeant)
            #expect((activity.medianSeconds == nil) == (exact == nil), comment)
            if let exact, let median = activity.medianSeconds {
                #expect(abs(median - exact) <= max(0.5, exact / 64), "seed \(seed): \(median) for \(exact)")
            }
        }
        let (models, now) = (scene.models, scene.now.value)
        let ever = try models.activity(days: nil, at: now).value
        #expect(ever.types == world.types { _ in true } && ever.events == world.all.count, comment)
        same(ever.requests) { _ in true }
        for days in [1, 2, 7, 400] {
            let first = (now + Int64(1 - days) * 86_400).description.prefix(10)
            func isMeant(_ happened: ActivityWorld.Happened) -> Bool { ActivityWorld.day(happened) >= first }
            let some = try models.activity(days: days, at: now).value
            #expect(some.types == world.types(isMeant), comment)
            #expect(some.since.map { "\($0)".prefix(10) } == first, comment)
            same(some.requests, isMeant)
            let listed = try models.activityByDay(days: days, at: now).value
            let expected = Set(world.all.filter(isMeant).map(ActivityWorld.day)).sorted(by: >)
            #expect(listed.map { String("\($0.day)".prefix(10)) } == expected, comment)
            for day in listed {
                let isMeant = { ActivityWorld.day($0) == "\(day.day)".prefix(10) }
                #expect(day.types == world.types(isMeant), comment)
                same(day.requests, isMeant)
            }
        }
        let people = try await all(limit) { try await models.activityByPerson($0) }
        #expect(people.map(\.events) == people.map(\.events).sorted(by: >), comment)
        #expect(Set(people.map(\.userID)) == Set(world.all.compactMap(ActivityWorld.who)), comment)
        for person in people {
            #expect(person.types == world.types { ActivityWorld.who($0) == person.userID }, comment)
            same(person.asAsker) { ($0.event.body as? any GlimpRequestEvent)?.asker == person.userID }
            same(person.asAnswerer) { ($0.event.body as? any GlimpRequestEvent)?.answerer == person.userID }
            #expect(try await models.activity(of: person.userID).value == person, comment)
            #expect(try person.username == models.profile(of: person.userID).value.username, comment)
        }
    }

    @Test("has zeros where nothing happened, and no rate of nothing") func nothingHappened() async throws {
        let scene = try Scene()
        _ = try await scene.register("ada")
        try await scene.catchUp()
        let activity = try scene.models.activity(days: nil, at: scene.now.value).value
        #expect(activity.requests == RequestActivity() && activity.requests.answerRate == nil)
        #expect(try await scene.models.activity(of: UserID(rawValue: UUID())).value.events == 0)
        for days in [0, -1, activityDaysMaximum + 1, .max, .min] {
            let error = #expect(throws: ReadModelError.self) {
                try scene.models.activityByDay(days: days, at: scene.now.value)
            }
            #expect(error?.code == .invalidDays)
        }
    }

    @Test("counts events of other programs in one place, whatever their types") func foreign() async throws {
        let scene = try Scene()
        for number in 0..<20 {
            let type = EventType(String(repeating: "\u{0}", count: 200) + "\(number)")
            _ = try await scene.log.append(
                [Event(id: UUID(), type: type, schemaVersion: 1, tags: [], payload: [])], condition: nil,
                context: CommandContext(actor: "service"))
        }
        try await scene.catchUp()
        #expect(
            try scene.models.activity(days: 1, at: scene.now.value).value.types
                == [EventCount(type: "other", count: 20)])
    }

    @Test("puts every time into a class near it, and the classes in order") func classes() {
        var last: UInt64 = 0
        for exponent in 0..<39 {
            for part in [0.0, 0.01, 0.5, 0.99] {
                let microseconds = Int64(Double(UInt64(1) << exponent) * (1 + part))
                let bucket = AnswerTimes.bucket(microseconds)
                #expect(bucket >= last && bucket < 512)
                last = bucket
                let seconds = Double(microseconds) / 1_000_000
                #expect(abs(AnswerTimes.middle(bucket) - seconds) <= max(0.5, seconds / 64), "\(seconds)")
            }
        }
        #expect(AnswerTimes.bucket(-5) == 0 && AnswerTimes.bucket(.max) == 511 && AnswerTimes().median == nil)
    }

    @Test("begins a day at midnight, before 1970 too") func days() {
        for (seconds, day) in [(0, 0), (86_399, 0), (86_400, 86_400), (-1, -86_400), (-86_400, -86_400)]
            as [(Int64, Int64)]
        {
            #expect(Timestamp(seconds: seconds).day == Timestamp(seconds: day))
        }
    }
}
