import EventLog
import GlimpSchemas
import SwiftProtobuf
import FoundationEssentials
import Testing

@testable import GlimpDomain

@Suite struct IdentifierTests {
    /// Law: parse ∘ print = identity, and it prints what Foundation prints, in lower case.
    @Test(arguments: 1...10)
    func whatIsPrintedIsParsedBack(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<500 {
            let id = UserID(rawValue: UUID(high: random.next(), low: random.next()))
            #expect(UserID(id.description) == id, "seed \(seed)")
            #expect(id.description == id.rawValue.uuidString.lowercased(), "seed \(seed)")
            #expect(UserID(id.rawValue.uuidString) == id, "upper case is accepted, seed \(seed)")
        }
    }

    /// Law: a text that is not printed by an id, but for its case, is no id.
    @Test(arguments: 1...10)
    func anAlteredTextIsAnotherIDOrNone(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<500 {
            var text = Array(UUID(high: random.next(), low: random.next()).canonicalText.utf8)
            text[Int.random(in: 0..<36, using: &random)] = UInt8.random(in: 1..<128, using: &random)
            let altered = String(decoding: text, as: UTF8.self)
            #expect(
                UserID(altered).map { $0.description == altered.lowercased() } ?? true, "seed \(seed) \(altered)")
        }
    }

    @Test(arguments: [
        "", "1", "0198000000007000800000000000000c0", "{01980000-0000-7000-8000-0000000000c0}",
        "01980000-0000-7000-8000-0000000000c", "01980000-0000-7000-8000-0000000000c00",
        "01980000-0000-7000-8000-0000000000g0", "01980000_0000-7000-8000-0000000000c0",
        " 1980000-0000-7000-8000-0000000000c0", "é1980000-0000-7000-8000-0000000000c",
    ])
    func onlyTheCanonicalFormIsParsed(text: String) {
        #expect(UserID(text) == nil)
    }

    @Test func version7TellsItsMillisecond() {
        var random = SplitMix(seed: 1)
        let id = UUID.version7(at: Timestamp(microseconds: 0x0123_4567_89AB * 1_000 + 999), random: &random)
        #expect(id.canonicalText.hasPrefix("01234567-89ab-7"))
        #expect("89ab".contains(id.canonicalText.dropFirst(19).prefix(1)))
        #expect(
            UUID.version7(at: Timestamp(microseconds: -5), random: &random).canonicalText.hasPrefix("00000000-0000-7"))
    }

    @Test func version7SortsByTime() {
        var random = SplitMix(seed: 2)
        let ids = (0..<1_000).map { UUID.version7(at: Timestamp(microseconds: $0 * 1_000), random: &random) }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == ids.count)
    }

    @Test func aPairIsTheSameWhoeverIsNamedFirst() {
        #expect(Pair(ada, ben) == Pair(ben, ada))
        #expect(Pair(ada, ben).tag == LogTag("friendship:\(ben):\(ada)"))
        #expect(Pair(ada, ben) != Pair(ada, cleo))
    }

    @Test func eventIDsCountUpAndKeepVersionAndVariant() {
        let last = UUID(high: 0x7000, low: 2 << 62 | (1 << 62 - 1))
        let ids = EventIDs(startingAt: last)
        #expect(ids[0] == last)
        #expect(ids[1] == UUID(high: 0x7000, low: 2 << 62))
        #expect(EventIDs(startingAt: uuid(7))[3] == uuid(10))
    }

    @Test func anActorsTextSaysWhatItIs() throws {
        let name = hasher.hash(try require(Username("Ada")))
        #expect(Actor.user(ada).rawValue == "user:01980000-0000-7000-8000-0000000000c0")
        #expect(Actor.operator.rawValue == "operator")
        #expect(Actor.registration(name).rawValue == "username:\(name)")
        #expect(Actor.system("expiry").rawValue == "system:expiry")
    }

    @Test func keyedHashesTellKindsApartAndLettersCaseNot() throws {
        let name = try hasher.hash(require(Username("a.b_c-9")))
        #expect(try hasher.hash(require(Username("A.B_C-9"))) == name)
        #expect(name.description.count == 32)
        #expect(name.tag.rawValue == "username:" + name.description)
        #expect(KeyedHash<Username>(name.description) == name)
        for text in ["", "xyz", name.description.uppercased() + "A", String(repeating: "a", count: 129)] {
            #expect(KeyedHash<Username>(text) == nil)
        }
        #expect(contentHash(1, by: ada) != contentHash(1, by: ben))
    }
}
