/// What each event must follow from the one before.
struct Predecessor {
    private var time = Timestamp(microseconds: .min)
    private var index = 0
    private var count = 1

    mutating func advance(to record: borrowing RecordView) throws(EventLogError) {
        let position = record.position
        try LeafHash.require(of: record)
        guard record.time >= time else {
            throw EventLogError(.corrupted, "event \(position) is earlier than the one before", position: position)
        }
        let isNext = index + 1 == count ? record.index == 0 : record.index == index + 1 && record.count == count
        guard isNext, record.index < record.count else {
            throw EventLogError(
                .corrupted,
                "event \(position) is number \(record.index + 1) of \(record.count) of its append, "
                    + "after number \(index + 1) of \(count)",
                position: position)
        }
        time = record.time
        index = record.index
        count = record.count
    }

    /// An append is in the log whole or not at all.
    func requireEnd(at head: UInt64) throws(EventLogError) {
        guard index + 1 == count else {
            throw EventLogError(
                .corrupted, "the log ends with event \(head), number \(index + 1) of \(count) of its append",
                position: Position(head))
        }
    }
}
