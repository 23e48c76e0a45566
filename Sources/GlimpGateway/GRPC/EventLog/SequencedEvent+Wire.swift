import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpSchemas
import SwiftProtobuf

extension Eventlog_V1_SequencedEvent {
    init(_ stored: SequencedEvent) {
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

/// Splits a page of events into answers that clients take: many allow 4 MiB a message.
struct EventBatches: Sequence, IteratorProtocol {
    /// What an answer's events come to, unless one event alone is larger.
    static let maximumBytes = 1 << 20
    /// What an event takes beside its payload at most: 64 tags, type, actor, ids.
    private static let envelopeBytes = 256

    private var rest: ArraySlice<SequencedEvent>

    init(_ events: [SequencedEvent]) { rest = events[...] }

    /// Whether there is nothing more.
    var isAtEnd: Bool { rest.isEmpty }

    mutating func next() -> [Eventlog_V1_SequencedEvent]? {
        guard !rest.isEmpty else { return nil }
        var batch: [Eventlog_V1_SequencedEvent] = []
        var bytes = 0
        while let event = rest.first {
            let wire = Eventlog_V1_SequencedEvent(event)
            bytes +=
                Self.envelopeBytes + wire.event.payload.count + wire.event.tags.reduce(0) { $0 + $1.utf8.count + 2 }
            if !batch.isEmpty, bytes > Self.maximumBytes { break }
            batch.append(wire)
            rest.removeFirst()
        }
        return batch
    }
}
