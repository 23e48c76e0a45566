import Synchronization

/// Lets only so many at once do something for the same key; others wait for their turn, in order. How many wait, and how
/// long, is bounded.
final class Turns: Sendable {
    private struct Waiting {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Line {
        var running = 0
        var waiting: [Waiting] = []
    }

    private struct State {
        var lines: [[UInt8]: Line] = [:]
        var waiting = 0
        var nextID = 0
    }

    private let state = Mutex(State())
    private let limit: Int
    private let patience: Duration

    /// - Parameters:
    ///   - limit: how many may wait, for all keys.
    ///   - patience: how long each may wait.
    init(waiting limit: Int, patience: Duration) {
        self.limit = limit
        self.patience = patience
    }

    /// Runs `body` when it is its turn for all `keys`.
    /// - Parameter keys: each with how many may run at once. Always in the same order, so that none waits for another's.
    /// - Throws: `busy` when too much waits or the turn does not come in time, and `body` is not run; what `body` throws.
    func run<R: Sendable>(
        _ keys: [(key: [UInt8], width: Int)], _ body: () async throws -> R
    ) async throws -> R {
        var taken: [[UInt8]] = []
        defer { for key in taken { leave(key) } }
        for (key, width) in keys {
            guard await enter(key, width) else {
                throw CredentialsError(.busy, "too many attempts are under way at once; try again later")
            }
            taken.append(key)
        }
        return try await body()
    }

    /// - Returns: whether the turn has come.
    private func enter(_ key: [UInt8], _ width: Int) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { [self] in await wait(for: key, width) }
            group.addTask { [patience] in
                // Cut short when the turn has come.
                try? await Task.sleep(for: patience)
                return false
            }
            let isFirst = await group.next() ?? false
            group.cancelAll()
            // It may have come at the moment patience ended.
            return await group.reduce(isFirst) { $0 || $1 }
        }
    }

    private func wait(for key: [UInt8], _ width: Int) async -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    var line = state.lines[key, default: Line()]
                    defer { state.lines[key] = line }
                    if line.running < width {
                        line.running += 1
                        return true
                    }
                    guard state.waiting < limit, !Task.isCancelled else { return false }
                    state.waiting += 1
                    line.waiting.append(Waiting(id: id, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            giveUp(id, key)
        }
    }

    private func giveUp(_ id: Int, _ key: [UInt8]) {
        let waiting = state.withLock { state -> Waiting? in
            guard let place = state.lines[key]?.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            state.waiting -= 1
            return state.lines[key]?.waiting.remove(at: place)
        }
        waiting?.continuation.resume(returning: false)
    }

    private func leave(_ key: [UInt8]) {
        let next = state.withLock { state -> Waiting? in
            guard var line = state.lines[key] else { return nil }
            defer { state.lines[key] = line.running > 0 ? line : nil }
            guard !line.waiting.isEmpty else {
                line.running -= 1
                return nil
            }
            // The turn is handed over: `running` stays.
            state.waiting -= 1
            return line.waiting.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
