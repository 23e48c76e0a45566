import EventLog
public import Projections

/// The questions that can be asked. Each answer says the position it is true for; what depends on the clock is computed
/// when asked, with the moment given.
public struct ReadModels: Sendable {
    /// How long an answer about people waits for their names, when the accounts lag behind the collections.
    private static let patience = Duration.seconds(1)

    public let store: ReadModelStore
    /// Of the cursors of ``Excerpt``s.
    let seal: CursorSeal

    /// - Parameter store: with the groups of ``GlimpReadModels``.
    public init(_ store: ReadModelStore, sealingCursors seal: CursorSeal) {
        self.store = store
        self.seal = seal
    }

    /// Runs `body` on the collections, with the accounts beside them that names and pictures are joined from.
    func collections<R: Sendable>(
        _ body: (_ collections: borrowing Snapshot, _ accounts: borrowing Snapshot) throws -> R
    ) async throws -> Answer<R> {
        try await joined(GlimpReadModels.collections, body)
    }

    /// Runs `body` on the public photos, likewise.
    func photos<R: Sendable>(
        _ body: (_ photos: borrowing Snapshot, _ accounts: borrowing Snapshot) throws -> R
    ) async throws -> Answer<R> {
        try await joined(GlimpReadModels.photos, body)
    }

    /// Runs `body` on the feeds, likewise.
    func feeds<R: Sendable>(
        _ body: (_ feeds: borrowing Snapshot, _ accounts: borrowing Snapshot) throws -> R
    ) async throws -> Answer<R> {
        try await joined(GlimpReadModels.feeds, body)
    }

    /// Runs `body` on the activity, likewise.
    func activity<R: Sendable>(
        _ body: (_ activity: borrowing Snapshot, _ accounts: borrowing Snapshot) throws -> R
    ) async throws -> Answer<R> {
        try await joined(GlimpReadModels.activity, body)
    }

    private func joined<R: Sendable>(
        _ group: ProjectionGroup, _ body: (borrowing Snapshot, borrowing Snapshot) throws -> R
    ) async throws -> Answer<R> {
        var mayWait = true
        while true {
            var behind = Position.beginning
            let answer: Answer<R>? = try store.read(group.name) { rows in
                try store.read(GlimpReadModels.accounts.name) { accounts in
                    behind = rows.position
                    if mayWait, accounts.position < rows.position { return nil }
                    return Answer(try body(rows, accounts), at: rows.position)
                }
            }
            if let answer { return answer }
            mayWait = false
            do {
                try await store.wait(for: GlimpReadModels.accounts.name, until: behind, timeout: ReadModels.patience)
            } catch is ProjectionError {
                // Stopped or slow: the lists are still true, some of their newest people have no name yet.
            }
        }
    }
}
