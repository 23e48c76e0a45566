import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct ExpiryScheduleTests {
    @Test func whatIsDueComesInTheOrderOfItsMoments() {
        var schedule = ExpirySchedule()
        let ids = (0..<4).map { GlimpRequestID(rawValue: uuid($0)) }
        for (index, seconds) in ([30, 10, 20, 10] as [Int64]).enumerated() {
            schedule.evolve(requested(ada, ben, ids[index], until: at(seconds)), at: Position(UInt64(index + 1)))
        }
        #expect(schedule.nextDue == at(10))
        #expect(schedule.due(by: at(9)).isEmpty)
        #expect(schedule.due(by: at(20)).map(\.request) == [ids[1], ids[3], ids[2]])
        #expect(schedule.due(by: at(20)).map(\.request) == [ids[1], ids[3], ids[2]], "asking takes nothing out")
    }

    @Test func whatWasFoldedIsNotFoldedAgain() {
        var schedule = ExpirySchedule()
        schedule.evolve(requested(ada, ben), at: Position(5))
        schedule.evolve(glimpDeclined(ada, ben), at: Position(6))
        schedule.evolve(requested(ada, ben), at: Position(5))
        #expect(schedule.due(by: at(1_000_000)).isEmpty)
        #expect(schedule.nextDue == nil)
        #expect(schedule.checkpoint == Position(6))
    }

    /// Law: after any history, the schedule tells the same as a plain list of what is open.
    @Test(arguments: 1...20)
    func itAgreesWithAPlainList(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var schedule = ExpirySchedule()
        var open: [(id: GlimpRequestID, expiresAt: Int64, position: UInt64)] = []
        for position in UInt64(1)...2_000 {
            if open.isEmpty || Int.random(in: 0..<100, using: &random) < 52 {
                let id = GlimpRequestID(rawValue: uuid(position))
                let expiresAt = Int64.random(in: 0..<500, using: &random)
                open.append((id, expiresAt, position))
                schedule.evolve(requested(ada, ben, id, until: at(expiresAt)), at: Position(position))
            } else {
                let id = open.remove(at: Int.random(in: 0..<open.count, using: &random)).id
                let closings = try [
                    answered(ada, ben, id), glimpDeclined(ada, ben, id), glimpCancelled(ada, ben, id),
                    expired(ada, ben, id),
                ]
                schedule.evolve(try require(closings.randomElement(using: &random)), at: Position(position))
            }
            guard position % 50 == 0 else { continue }
            let now = Int64.random(in: 0..<500, using: &random)
            let expected = open.sorted { ($0.expiresAt, $0.position) < ($1.expiresAt, $1.position) }
            #expect(schedule.due(by: at(500)).count == open.count, "seed \(seed)")
            #expect(schedule.nextDue == expected.first.map { at($0.expiresAt) }, "seed \(seed)")
            #expect(
                schedule.due(by: at(now)).map(\.request) == expected.filter { $0.expiresAt <= now }.map(\.id),
                "seed \(seed)"
            )
        }
    }

    @Test func manyRequestsAreFoldedAndEndedInTime() {
        var schedule = ExpirySchedule()
        let count: UInt64 = 100_000
        for number in 1...count {
            let id = GlimpRequestID(rawValue: uuid(number))
            schedule.evolve(requested(ada, ben, id, until: at(Int64(number * 7919 % 3600))), at: Position(number))
        }
        #expect(schedule.due(by: at(3600)).count == Int(count))
        for number in 1...count {
            schedule.evolve(expired(ada, ben, GlimpRequestID(rawValue: uuid(number))), at: Position(count + number))
        }
        #expect(schedule.nextDue == nil)
    }
}

/// A generator that gives the same numbers for the same seed (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
