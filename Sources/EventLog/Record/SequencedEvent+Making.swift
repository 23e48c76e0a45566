extension SequencedEvent {
    /// The event as the log would store it there: for stores that keep no files.
    package static func make(
        _ events: [Event], context: CommandContext, first: Position, time: Timestamp
    ) throws(EventLogError) -> [SequencedEvent] {
        let encoded = try EncodedAppend(events, context: context)
        encoded.seal(first: first.rawValue, time: time)
        return events.indices.map { index in
            SequencedEvent(position: Position(first.rawValue + UInt64(index)), record: encoded.record(index))
        }
    }
}
