import Synchronization

/// The part of the log that the index on disk has not reached yet, as entries in memory. Every process keeps its own.
///
/// Rules it lives by: an entry joins only after its event is committed; a reader takes the tail first and the index's
/// snapshot afterwards, so that what a flush moves is in one of them; it is bounded in bytes.
final class Tail: Sendable {
    /// A segment is closed at this size; a flush takes whole segments.
    static let segmentBytes = 16_384 * 5 * IndexEntry.memoryBytes

    private struct State {
        var segments: [TailSegment]
    }
    private let state: Mutex<State>

    init(after checkpoint: IndexCheckpoint) {
        state = Mutex(
            State(segments: [
                TailSegment(afterPosition: checkpoint.position, afterOutcome: checkpoint.outcome)
            ]))
    }

    /// The segments as they are now, oldest first; they keep their entries whatever happens to the tail.
    func capture() -> [TailSegment] { state.withLock { $0.segments } }

    /// The last event and outcome it covers.
    var end: (position: UInt64, outcome: UInt64) {
        state.withLock {
            ($0.segments[$0.segments.count - 1].lastPosition, $0.segments[$0.segments.count - 1].lastOutcome)
        }
    }

    var memoryBytes: Int { state.withLock { $0.segments.reduce(0) { $0 + $1.memoryBytes } } }

    /// Adds what follows its end, unless another thread of this process was faster.
    /// - Parameter next: called under the tail's lock with the end as it is now.
    func extend(_ next: (_ position: UInt64, _ outcome: UInt64) throws -> TailExtension?) rethrows {
        try state.withLock { state in
            let last = state.segments[state.segments.count - 1]
            guard let more = try next(last.lastPosition, last.lastOutcome) else { return }
            last.append(more.entries, lastPosition: more.lastPosition, lastOutcome: more.lastOutcome)
            if last.memoryBytes >= Self.segmentBytes { Self.openSegment(&state) }
        }
    }

    /// Adds a committed batch if it follows the end; a reader may have read it from the log already.
    func join(_ pending: TailSegment) {
        let contents = pending.contents
        extend { position, outcome in
            guard position == pending.afterPosition, outcome == pending.afterOutcome else { return nil }
            return TailExtension(
                entries: contents.entries, lastPosition: contents.lastPosition, lastOutcome: contents.lastOutcome)
        }
    }

    /// Closes the newest segment, so that everything up to now can be flushed.
    func seal() {
        state.withLock { state in
            if state.segments[state.segments.count - 1].memoryBytes > 0 { Self.openSegment(&state) }
        }
    }

    private static func openSegment(_ state: inout State) {
        let last = state.segments[state.segments.count - 1]
        state.segments.append(TailSegment(afterPosition: last.lastPosition, afterOutcome: last.lastOutcome))
    }

    /// Forgets the segments that the index on disk covers.
    func drop(through checkpoint: IndexCheckpoint) {
        state.withLock { state in
            while state.segments.count > 1,
                state.segments[0].lastPosition <= checkpoint.position,
                state.segments[0].lastOutcome <= checkpoint.outcome
            {
                state.segments.removeFirst()
            }
        }
    }

    /// Begins anew after `checkpoint`: the index was replaced by one that lies further back, or far ahead.
    func restart(after checkpoint: IndexCheckpoint) {
        state.withLock {
            $0.segments = [TailSegment(afterPosition: checkpoint.position, afterOutcome: checkpoint.outcome)]
        }
    }
}

/// What a ``Tail`` is extended by.
struct TailExtension {
    var entries: [IndexEntry]
    var lastPosition: UInt64
    var lastOutcome: UInt64
}
