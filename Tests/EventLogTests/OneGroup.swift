import EventLog
import Foundation

/// All are queued behind one that waits, so that they share a transaction.
func inOneGroup<R>(_ log: EventLog, _ body: () throws -> R) async throws -> R {
    let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = Task {
        try await log.perform { transaction in
            entered.signal()
            left.wait()
            return Outcome(result: .nothingToAppend, position: transaction.lastPosition)
        }
    }
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            entered.wait()
            continuation.resume()
        }
    }
    let result = try body()
    left.signal()
    _ = try await first.value
    return result
}

extension Sequence {
    func asyncMap<R>(_ transform: (Element) async throws -> R) async rethrows -> [R] {
        var results: [R] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
