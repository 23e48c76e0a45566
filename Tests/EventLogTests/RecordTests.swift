import Crypto
import Foundation
import LMDB
import Testing

@testable import EventLog

@Suite struct RecordTests {
    private func randomEvent(_ random: inout SeededGenerator) -> Event {
        let name = { (length: Int, random: inout SeededGenerator) in
            String((0..<length).map { _ in "abcdefghij:-0123456789".randomElement(using: &random)! })
        }
        let lengths = [1, 2, 16, 22, 252, 254, 255]
        let tags = (0..<[0, 1, 3, 64].randomElement(using: &random)!).map { number in
            EventTag("\(number)." + name(lengths.dropLast(2).randomElement(using: &random)!, &random))
        }
        let payload = (0..<[0, 1, 7, 300, 5_000].randomElement(using: &random)!).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        return Event(
            id: UUID(), type: EventType(name(lengths.randomElement(using: &random)!, &random)),
            schemaVersion: .random(in: 1 ... .max, using: &random), tags: tags, payload: payload)
    }

    @Test func everyFieldComesBack() throws {
        var random = SeededGenerator()
        for round in 0..<200 {
            // Many are sealed by several threads.
            let count = round == 0 ? 700 : Int.random(in: 1...4, using: &random)
            let events = (0..<count).map { _ in randomEvent(&random) }
            let context = CommandContext(
                actor: String(repeating: "ä", count: Int.random(in: 1...127, using: &random)),
                id: Bool.random(using: &random) ? UUID() : nil,
                bodyDigest: (0..<Int.random(in: 0...16, using: &random)).map { UInt8($0) })
            let encoded = try EncodedAppend(events, context: context)
            let first = UInt64.random(in: 1...(.max - 10), using: &random)
            let time = Timestamp(microseconds: .random(in: .min ... .max, using: &random))
            // A transaction that is done over seals again.
            if Bool.random(using: &random) { encoded.seal(first: 1, time: Timestamp(seconds: 1)) }
            encoded.seal(first: first, time: time)
            for (number, event) in events.enumerated() {
                let position = first + UInt64(number)
                let bytes = Array(encoded.bytes[encoded.range(number)])
                guard let view = RecordView(bytes.span.bytes, at: position) else {
                    Issue.record("a whole record was refused")
                    continue
                }
                let stored = SequencedEvent(position: view.position, record: Record(view))
                #expect(stored.position.rawValue == position)
                #expect(stored.event == event)
                #expect(stored.time == time)
                #expect(stored.actor == context.actor)
                #expect(stored.commandID == context.id)
                #expect(view.bodyDigest.bytes.prefix(context.bodyDigest.count) == context.bodyDigest[...])
                #expect(stored.index == number)
                #expect(stored.count == events.count)
            }
        }
    }

    /// As `Schemas/RECORD.md` tells it, without the code under test.
    @Test func theLeafHashIsTheDocumentedOne() throws {
        let bytes = try sealed(noted(["a", "bc"], payload: [1, 2, 3]), at: 0x0102_0304_0506_0708)
        #expect(documentedLeafHash(of: bytes, at: 0x0102_0304_0506_0708, payload: 3) == Array(bytes[8..<40]))
    }

    @Test func everyFlippedBitAndEveryCutIsNoticed() throws {
        let bytes = try sealed(noted(["tag:1", "tag:2"], payload: Array(0..<40)), at: 7)
        #expect(isWhole(bytes, at: 7))
        #expect(!isWhole(bytes, at: 8))
        for bit in 0..<bytes.count * 8 {
            var altered = bytes
            altered[bit / 8] ^= 1 << (bit % 8)
            #expect(!isWhole(altered, at: 7), "bit \(bit)")
        }
        for length in 0..<bytes.count {
            #expect(!isWhole(Array(bytes[..<length]), at: 7), "\(length) bytes")
        }
        #expect(!isWhole(bytes + [0], at: 7))
    }

    /// The checksum finds accidents; a length that leads outside must not be followed even where it fits.
    @Test func lengthsThatMakeNoSenseAreRefusedThoughTheChecksumFits() throws {
        let bytes = try sealed(noted(["tag:1", "tag:2"], payload: Array(0..<40)), at: 7)
        for offset in 40..<bytes.count {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var altered = bytes
                altered[offset] = value
                altered.overwrite(altered.span.bytes.extracting(8...).checksum(), at: 0)
                guard let view = RecordView(altered.span.bytes, at: 7) else { continue }
                let event = SequencedEvent(position: view.position, record: Record(view)).event
                #expect(event.payload.count == view.payload.byteCount)
                #expect(event.tags.count == view.tagCount)
            }
        }
    }

    @Test func anAlteredRecordIsNamedAndNeverServed() async throws {
        let scratch = try ScratchLog()
        var random = SeededGenerator()
        try await scratch.withLog {
            $0.tailBytes = 100
        } _: { log in
            for number in 0..<9 { _ = try await log.append([noted([EventTag("n:\(number)"), "all"])]) }
            try await eventually { try log.statistics().indexedThrough == Position(9) }
        }
        for bit in [0, 64, 320, 400, 1_000] + (0..<4).map({ _ in Int.random(in: 0..<1_200, using: &random) }) {
            try alterRecord(5, in: scratch) { $0[bit / 8 % $0.count] ^= 1 << (bit % 8) }
            try await scratch.withLog { log in
                for query in [Query.all, Query(tags: ["n:4"]), Query(tags: ["all"]), Query(types: ["Noted"])] {
                    do {
                        let read = try log.read(query)
                        Issue.record("\(read.map(\.position)) was served")
                    } catch let error as EventLogError {
                        #expect(error.code == .corrupted)
                        #expect(error.position == Position(5))
                    }
                }
                #expect(try log.read(Query(tags: ["n:7"])).map(\.position) == [Position(8)])
                #expect(try log.read(.all, from: nil, backwards: true, limit: 4).count == 4)
            }
            try alterRecord(5, in: scratch) { $0[bit / 8 % $0.count] ^= 1 << (bit % 8) }
        }
    }

    private func isWhole(_ bytes: [UInt8], at position: UInt64) -> Bool {
        if RecordView(bytes.span.bytes, at: position) != nil { true } else { false }
    }

    private func sealed(_ event: Event, at position: UInt64) throws -> [UInt8] {
        let encoded = try EncodedAppend([event], context: CommandContext(actor: "ada", id: UUID()))
        encoded.seal(first: position, time: Timestamp(seconds: 1))
        return Array(encoded.bytes)
    }
}

/// - Parameter payload: how many of the bytes are the payload.
func documentedLeafHash(of record: [UInt8], at position: UInt64, payload: Int) -> [UInt8] {
    let start = record.count - payload
    var data = Data([0]) + Data("EVLEAF01".utf8)
    for shift in stride(from: 56, through: 0, by: -8) { data.append(UInt8(truncatingIfNeeded: position >> shift)) }
    data += Data(SHA256.hash(data: Data(record[40..<start])))
    data += Data(SHA256.hash(data: Data(record[start...])))
    return Array(SHA256.hash(data: data))
}

/// Writes another record at `position`, as only a fault below the log would.
func alterRecord(_ position: UInt64, in scratch: ScratchLog, _ change: (inout [UInt8]) -> Void) throws {
    try alterTable("events", in: scratch) { transaction, events in
        var bytes = try #require(try transaction.get(position, in: events)?.withUnsafeBytes { Array($0) })
        change(&bytes)
        try transaction.put(bytes, for: position, in: events)
    }
}

func alterTable(
    _ name: String, in scratch: ScratchLog, _ change: (inout WriteTransaction, Table<UInt64>) throws -> Void
) throws {
    let environment = try Environment(directory: scratch.path + "/log")
    let table: Table<UInt64> = try environment.openTable(TableDefinition(name))
    try environment.write { try change(&$0, table) }
    environment.close()
}
