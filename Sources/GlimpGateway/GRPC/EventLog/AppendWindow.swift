import EventLog
import Synchronization

/// The appends of one stream that were taken in and not answered yet: bounded, first in first out.
///
/// One task puts appends in as there is room, another takes them out, answers them, and makes room.
final class AppendWindow: Sendable {
    /// An append on its way, or why it did not get that far.
    enum Entry: Sendable {
        case submitted(Submission, bytes: Int)
        case failed(CallFailure, bytes: Int)

        var bytes: Int {
            switch self {
            case .submitted(_, let bytes), .failed(_, let bytes): bytes
            }
        }
    }

    private struct State {
        var waiting: [Entry] = []
        /// Of `waiting`, how many were taken.
        var taken = 0
        var count = 0
        var bytes = 0
        var isClosed = false
        /// Why no more come; nil: there are none.
        var failure: (any Error)?
        var putter: CheckedContinuation<Void, Never>?
        var taker: CheckedContinuation<Void, Never>?

        mutating func takeFirst() -> Entry? {
            guard taken < waiting.count else { return nil }
            let entry = waiting[taken]
            taken += 1
            // Now and then, so that what was taken does not pile up, and taking stays cheap.
            if taken == waiting.count || taken > 1_024 {
                waiting.removeFirst(taken)
                taken = 0
            }
            return entry
        }
    }

    private let state = Mutex(State())
    private let maximumCount: Int
    private let maximumBytes: Int

    init(maximumCount: Int = 1_024, maximumBytes: Int = 8 << 20) {
        self.maximumCount = maximumCount
        self.maximumBytes = maximumBytes
    }

    /// Waits until there is room for `bytes` more; one append alone always has room.
    /// - Returns: whether the window is open.
    func waitForRoom(_ bytes: Int) async -> Bool {
        while true {
            let isOpen = state.withLock { state -> Bool? in
                if state.isClosed { return false }
                let fits = state.count < maximumCount && state.bytes + bytes <= maximumBytes
                return fits || state.count == 0 ? true : nil
            }
            if let isOpen { return isOpen }
            await withCheckedContinuation { continuation in
                let hasChanged = state.withLock { state in
                    let fits = state.count < maximumCount && state.bytes + bytes <= maximumBytes
                    if state.isClosed || fits || state.count == 0 { return true }
                    state.putter = continuation
                    return false
                }
                if hasChanged { continuation.resume() }
            }
        }
    }

    func put(_ entry: Entry) {
        let taker = state.withLock { state in
            state.waiting.append(entry)
            state.count += 1
            state.bytes += entry.bytes
            return state.taker.take()
        }
        taker?.resume()
    }

    /// The oldest entry not taken yet; nil once the window is closed and all were taken.
    func next() async -> Entry? {
        while true {
            let (entry, isOver) = state.withLock { state in (state.takeFirst(), state.isClosed) }
            if entry != nil || isOver { return entry }
            await withCheckedContinuation { continuation in
                let hasChanged = state.withLock { state in
                    if state.isClosed || state.taken < state.waiting.count { return true }
                    state.taker = continuation
                    return false
                }
                if hasChanged { continuation.resume() }
            }
        }
    }

    /// An entry was answered: makes room.
    func release(_ entry: Entry) {
        let putter = state.withLock { state in
            state.count -= 1
            state.bytes -= entry.bytes
            return state.putter.take()
        }
        putter?.resume()
    }

    /// No more come. The first call counts.
    func close(_ failure: (any Error)? = nil) {
        let (putter, taker) = state.withLock { state in
            if !state.isClosed { state.failure = failure }
            state.isClosed = true
            return (state.putter.take(), state.taker.take())
        }
        putter?.resume()
        taker?.resume()
    }

    /// Why no more come.
    var failure: (any Error)? { state.withLock { $0.failure } }
}
