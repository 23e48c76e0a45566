import EventLog
import FoundationEssentials

/// A seed's operations: few tags, types, actors and ids, so that they get in each other's way.
struct RandomOperations {
    enum Operation: Sendable {
        case append([Event], AppendCondition?, CommandContext)
        /// Appends a number of events that depends on what the boundary holds.
        case execute(Query, [Event], CommandContext)
        case read(Query, from: Position?, backwards: Bool, limit: Int)
    }

    enum Result: Equatable, Sendable {
        case outcome(Outcome)
        case events([Event], [Position], [String], [UUID?], [Int], [Int])
        case failure(EventLogError.Code)
        case other(String)
    }

    private var generator: SeededGenerator
    private let ids: [UUID]

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        ids = (0..<40).map { _ in generator.uuid() }
        self.generator = generator
    }

    mutating func next(head: UInt64) -> Operation {
        switch number(0..<10) {
        case 0..<4: .append(events(), condition(head), context())
        case 4..<6: .execute(query(), events(), context())
        default:
            .read(
                query(), from: number(0..<3) == 0 ? nil : position(head), backwards: number(0..<2) == 0,
                limit: number(0..<4) == 0 ? 10_000 : number(1..<8))
        }
    }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    private mutating func position(_ head: UInt64) -> Position {
        Position(UInt64.random(in: 0...head + 2, using: &generator))
    }

    private mutating func type() -> EventType { EventType("T\(number(0..<4))") }

    private mutating func tags(_ most: Int) -> [Tag] {
        Array((0..<6).map { Tag("t\($0)") }.shuffled(using: &generator).prefix(number(0..<most + 1)))
    }

    private mutating func events() -> [Event] {
        (0..<number(0..<5)).map { _ in
            // Now and then one that is refused.
            let type = number(0..<60) == 0 ? "" : type()
            let payload = (0..<number(0..<30)).map { UInt8($0) }
            return Event(id: generator.uuid(), type: type, tags: tags(4), payload: payload)
        }
    }

    private mutating func query() -> Query {
        if number(0..<8) == 0 { return .all }
        return Query(
            (0..<number(1..<4)).map { _ in
                let types = (0..<number(0..<3)).map { _ in type() }
                let tags = tags(2)
                return types.isEmpty && tags.isEmpty ? QueryItem(types: [type()]) : QueryItem(types: types, tags: tags)
            })
    }

    private mutating func condition(_ head: UInt64) -> AppendCondition? {
        if number(0..<2) == 0 { return nil }
        return AppendCondition(failIfEventsMatch: query(), after: number(0..<4) == 0 ? nil : position(head))
    }

    private mutating func context() -> CommandContext {
        let id = number(0..<3) == 0 ? ids.randomElement(using: &generator) : nil
        let digest = UInt8(number(0..<10) == 0 ? 1 : 0)
        return CommandContext(actor: "actor \(number(0..<2))", id: id, bodyDigest: [digest])
    }
}

extension RandomOperations.Operation {
    func perform(on store: any EventStore) async -> RandomOperations.Result {
        do {
            switch self {
            case .append(let events, let condition, let context):
                return .outcome(try await store.append(events, condition: condition, context: context))
            case .execute(let boundary, let events, let context):
                let handler = CommandHandler(context, seeing: boundary) { seen in
                    let types = Set(seen.map(\.type.rawValue)).sorted()
                    if seen.count % 5 == 4 { return .refused(Refusal("n\(seen.count)", "No.", subjects: types)) }
                    return .accepted(Array(events.prefix(seen.count % 4)))
                }
                return .outcome(try await store.execute(handler))
            case .read(let query, let from, let backwards, let limit):
                let found = try store.read(query, from: from, backwards: backwards, limit: limit)
                return .events(
                    found.map(\.event), found.map(\.position), found.map(\.actor), found.map(\.commandID),
                    found.map(\.index), found.map(\.count))
            }
        } catch let error as EventLogError {
            return .failure(error.code)
        } catch {
            return .other("\(error)")
        }
    }
}

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func uuid() -> UUID {
        let (a, b) = (next(), next())
        return withUnsafeBytes(of: (a, b)) { bytes in
            UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }
}
