import Synchronization

/// Index entries of a run of events, in memory and in the order of the log. Grows at its end; never loses an entry.
///
/// The lookup table is made on first use: an append that nobody's condition looks at costs no hashing here.
final class TailSegment: Sendable {
    private struct State {
        var entries: [IndexEntry] = []
        /// For each entry the next older one with the same key, or -1.
        var older: [Int32] = []
        var newest = NewestEntries()
        var lastPosition: UInt64
        var lastOutcome: UInt64

        mutating func index() {
            guard older.count < entries.count else { return }
            for number in older.count..<entries.count { older.append(newest.replace(with: number, of: entries)) }
        }
    }
    /// The event and the outcome before the first of this segment.
    let afterPosition: UInt64
    let afterOutcome: UInt64
    private let state: Mutex<State>

    init(afterPosition: UInt64, afterOutcome: UInt64) {
        self.afterPosition = afterPosition
        self.afterOutcome = afterOutcome
        state = Mutex(State(lastPosition: afterPosition, lastOutcome: afterOutcome))
    }

    var lastPosition: UInt64 { state.withLock { $0.lastPosition } }
    var lastOutcome: UInt64 { state.withLock { $0.lastOutcome } }
    var memoryBytes: Int { state.withLock { $0.entries.count * IndexEntry.memoryBytes } }
    /// Everything in it, with the last event and outcome that it covers.
    var contents: (entries: [IndexEntry], lastPosition: UInt64, lastOutcome: UInt64) {
        state.withLock { ($0.entries, $0.lastPosition, $0.lastOutcome) }
    }

    func append(_ entries: [IndexEntry], lastPosition: UInt64, lastOutcome: UInt64) {
        state.withLock { state in
            state.entries.append(contentsOf: entries)
            state.lastPosition = lastPosition
            state.lastOutcome = lastOutcome
        }
    }

    /// Collects the numbers in `range` that `lookUps` ask for.
    func collect(_ lookUps: [LookUp], in range: ClosedRange<UInt64>, into numbers: inout [UInt64]) {
        state.withLock { state in
            guard state.lastPosition >= range.lowerBound, afterPosition < range.upperBound else { return }
            state.index()
            for lookUp in lookUps {
                var number = state.newest.number(of: lookUp.key, in: state.entries)
                while number >= 0 {
                    let entry = state.entries[Int(number)]
                    // The entries of a tag or a type are in the order of the log: nothing older lies in the range.
                    if entry.number < range.lowerBound { break }
                    if range.contains(entry.number), lookUp.kinds?.contains(entry.kind) ?? true {
                        numbers.append(entry.number)
                    }
                    number = state.older[Int(number)]
                }
            }
        }
    }

    /// The receipts under `key`, newest first; none when the segment has nothing after this event and this outcome.
    func receipts(_ key: Hash128, after: (position: UInt64, outcome: UInt64)) -> [IndexEntry] {
        state.withLock { state in
            guard state.lastPosition > after.position || state.lastOutcome > after.outcome else { return [] }
            state.index()
            var found: [IndexEntry] = []
            var number = state.newest.number(of: key, in: state.entries)
            while number >= 0 {
                found.append(state.entries[Int(number)])
                number = state.older[Int(number)]
            }
            return found
        }
    }
}
