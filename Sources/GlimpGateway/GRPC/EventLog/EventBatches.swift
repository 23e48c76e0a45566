import EventLog

/// Splits a page of events into answers that clients take: many allow 4 MiB a message.
struct EventBatches: Sequence, IteratorProtocol {
    /// What an answer's events come to, unless one event alone is larger.
    static let maximumBytes = 1 << 20
    /// The number of an answer's field that holds its events.
    static let field: UInt8 = 1
    /// Room for what follows the events in an answer.
    private static let restBytes = 32

    /// Some events as the first field of an answer.
    struct Batch {
        var answer = WireBytes()
        /// Of the last one; nil: there is none.
        var last: Position?
    }

    private var rest: ArraySlice<SequencedEvent>

    init(_ events: [SequencedEvent]) { rest = events[...] }

    /// Whether there is nothing more.
    var isAtEnd: Bool { rest.isEmpty }

    mutating func next() -> Batch? {
        guard !rest.isEmpty else { return nil }
        var sizes: [WireBytes.EventSize] = []
        var bytes = 0
        for event in rest {
            let size = event.withRecord { WireBytes.EventSize($0) }
            let field = WireBytes.size(ofBytes: size.whole)
            if !sizes.isEmpty, bytes + field > Self.maximumBytes { break }
            sizes.append(size)
            bytes += field
        }
        var batch = Batch()
        batch.answer.reserve(bytes + Self.restBytes)
        for (event, size) in zip(rest, sizes) {
            event.withRecord { batch.answer.event(Self.field, size, $0) }
            batch.last = event.position
        }
        rest = rest.dropFirst(sizes.count)
        return batch
    }
}
