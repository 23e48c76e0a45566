import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// How long a body may take to come: each piece of it, and the whole. A sender that drips or stalls holds nothing longer.
struct BodyPatience: Sendable {
    let piece: Duration
    let whole: Duration

    /// When the newest piece came.
    private final class Progress: Sendable {
        private let newest = Mutex(ContinuousClock.now)

        var time: ContinuousClock.Instant { newest.withLock { $0 } }
        func note() { newest.withLock { $0 = .now } }
    }

    /// Runs `reading` on a request's body as long as that keeps coming.
    /// - Throws: 408 when it does not, and what `reading` throws.
    func read<R: Sendable>(
        _ call: Call,
        _ reading: @escaping @Sendable (AsyncMapSequence<RequestBody, ByteBuffer>) async throws -> R
    ) async throws -> R {
        try await call.askForBody()
        let body = call.request.body
        let progress = Progress()
        return try await withThrowingTaskGroup(of: R?.self) { group in
            group.addTask {
                try await reading(
                    body.map { piece in
                        progress.note()
                        return piece
                    })
            }
            group.addTask {
                try await end(of: progress)
                return nil
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() ?? nil else {
                throw Problem(
                    "timeout", "The body did not come in time: \(piece) a piece, \(whole) in all.")
            }
            return result
        }
    }

    /// Returns when patience has come to its end.
    private func end(of progress: Progress) async throws {
        let last = progress.time + whole
        while true {
            let due = min(last, progress.time + piece)
            guard ContinuousClock.now < due else { return }
            try await Task.sleep(until: due, clock: .continuous)
        }
    }
}

extension GatewayConfiguration {
    /// For a body that fits in memory.
    var patienceForBody: BodyPatience { BodyPatience(piece: .seconds(bodySeconds), whole: .seconds(bodySeconds)) }

    var patienceForUpload: BodyPatience { BodyPatience(piece: .seconds(bodySeconds), whole: .seconds(uploadSeconds)) }
}
