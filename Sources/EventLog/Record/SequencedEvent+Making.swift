extension SequencedEvent {
    /// The event as the log would store it there: for stores that keep no files.
    package static func make(
        _ events: [Event], context: CommandContext, first: Position, time: Timestamp
    ) throws(EventLogError) -> [SequencedEvent] {
        var encoded = try EncodedAppend(events, context: context)
        return events.indices.map { index in
            let position = first.rawValue + UInt64(index)
            let range = encoded.seal(index, position: position, time: time)
            return SequencedEvent(position: Position(position), record: encoded.record(in: range))
        }
    }
}
