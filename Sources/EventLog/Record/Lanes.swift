import Dispatch

/// Work on many records, spread over the cores when there is enough of it.
enum Lanes {
    /// Below this, handing work over costs more than it saves.
    private static let enough = 256
    private static let lanes = 4

    /// Calls `body` with ranges that together cover `0..<count`, perhaps several at a time, and returns when all are done.
    static func run(_ count: Int, _ body: @Sendable (Range<Int>) -> Void) {
        guard count >= enough else { return body(0..<count) }
        let size = (count + lanes - 1) / lanes
        DispatchQueue.concurrentPerform(iterations: lanes) { lane in
            let start = min(count, lane * size)
            body(start..<min(count, start + size))
        }
    }
}
