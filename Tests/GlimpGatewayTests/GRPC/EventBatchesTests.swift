import EventLog
import Foundation
import GlimpDomain
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpGateway

@Suite struct EventBatchesTests {
    /// Events of every size of a length's varint, as the log stores them.
    private func stored() throws -> [SequencedEvent] {
        let lengths = [0, 1, 127, 128, 16_383, 16_384, 300_000]
        let events = lengths.enumerated().map { number, length in
            Event(
                id: UUID(), type: EventType(String(repeating: "T", count: number * 40 + 1)),
                schemaVersion: number == 3 ? 65_535 : UInt16(number + 1),
                tags: (0..<number).map { Tag("tag:\($0)" + String(repeating: "é", count: $0 * 20)) },
                payload: (0..<length).map { UInt8(truncatingIfNeeded: $0) })
        }
        return try SequencedEvent.make(
            events,
            context: CommandContext(actor: "service:ada", id: UUID(), bodyDigest: Array(repeating: 1, count: 16)),
            first: Position(200), time: Timestamp(microseconds: 1_700_000_000_000_000))
            + SequencedEvent.make(
                Array(events.prefix(2)), context: CommandContext(actor: "a"), first: Position(1),
                time: Timestamp(microseconds: -1))
    }

    @Test func whatIsWrittenReadsAsTheEventsThatAreStored() throws {
        let stored = try stored()
        var found: [Eventlog_V1_SequencedEvent] = []
        for batch in EventBatches(stored) {
            let answer = try Eventlog_V1_ReadResponse(serializedBytes: batch.answer.bytes)
            found += answer.events
            #expect(batch.last?.rawValue == answer.events.last?.position)
        }
        #expect(found == stored.map(Eventlog_V1_SequencedEvent.init))
        #expect(found.count == 9)
    }

    @Test func thereIsNoFieldThatIsNotAsGenerated() throws {
        for event in try stored() {
            for batch in EventBatches([event]) {
                let generated = Eventlog_V1_ReadResponse.with { $0.events = [Eventlog_V1_SequencedEvent(event)] }
                #expect(try batch.answer.bytes == generated.serializedBytes())
            }
        }
    }

    @Test func aBatchEndsBeforeItIsTooLarge() throws {
        let events = try SequencedEvent.make(
            (0..<5).map { _ in Event(id: UUID(), type: "Large", tags: [], payload: .init(repeating: 7, count: 400_000))
            },
            context: CommandContext(actor: "a"), first: Position(1), time: Timestamp(microseconds: 1))
        let sizes = EventBatches(events).map(\.answer.bytes.count)
        #expect(sizes.count == 3)
        #expect(sizes.allSatisfy { $0 <= EventBatches.maximumBytes })
    }

    @Test func integersAreOfTheSizeThatIsSaid() {
        for value in (0..<64).flatMap({ [UInt64(1) << $0, UInt64(1) << $0 - 1] }) + [.max] {
            var bytes = WireBytes()
            bytes.integer(1, value)
            #expect(bytes.bytes.count == WireBytes.size(value))
        }
    }
}

extension Eventlog_V1_SequencedEvent {
    /// As the generated code makes it, field by field.
    fileprivate init(_ stored: SequencedEvent) {
        self.init()
        position = stored.position.rawValue
        event = .with {
            $0.id = stored.id.canonicalText
            $0.type = stored.type.rawValue
            $0.schemaVersion = UInt32(stored.schemaVersion)
            $0.tags = stored.tags.map(\.rawValue)
            $0.payload = Data(stored.payload)
        }
        time = stored.time.microseconds
        actor = stored.actor
        if let id = stored.commandID { commandID = id.canonicalText }
        index = UInt32(clamping: stored.index)
        count = UInt32(clamping: stored.count)
    }
}
