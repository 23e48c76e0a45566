import EventLog
public import GlimpReadModels
public import Projections

extension GlimpDirectory {
    /// Brings read models up to the head of the log as it is now, all at once, for a command that ends after it.
    /// - Throws: `ProjectionError`, for the first group that could not follow; the others have been brought up.
    public func catchUpReadModels(_ groups: [ProjectionGroup] = GlimpReadModels.all) async throws {
        let head = try log.head()
        guard head > .beginning else { return }
        let names = groups.map(\.name)
        let failures = await withTaskGroup(of: (name: String, error: any Error)?.self) { running in
            for projector in projectors where names.contains(projector.group.name) {
                running.addTask {
                    do {
                        try await projector.catchUp(through: head)
                        return nil
                    } catch {
                        return (projector.group.name, error)
                    }
                }
            }
            var failures: [String: any Error] = [:]
            for await failure in running { if let failure { failures[failure.name] = failure.error } }
            return failures
        }
        if let first = names.lazy.compactMap({ failures[$0] }).first { throw first }
    }

    /// Runs `body` while read models follow the log and requests expire in their time; then brings both up to the end.
    ///
    /// - Parameter trouble: told what went wrong beside `body`, which does not end it: the log has what was accepted.
    public func whileRunning<R: Sendable>(
        trouble: @escaping @Sendable (any Error) -> Void, _ body: @Sendable () async throws -> R
    ) async throws -> R {
        let result = try await withThrowingTaskGroup(of: Void.self) { group in
            for projector in projectors {
                group.addTask { try await Self.reporting(to: trouble) { try await projector.run() } }
            }
            let expiry = ExpiryProcess(self, alarm: trouble)
            group.addTask { try await Self.reporting(to: trouble) { try await expiry.run() } }
            defer { group.cancelAll() }
            return try await body()
        }
        do { try await settle() } catch { trouble(error) }
        return result
    }

    /// Brings read models up, expires what is due, and brings them up again.
    public func settle() async throws {
        try await catchUpReadModels()
        if try await ExpiryProcess(self).expireDue() > 0 { try await catchUpReadModels() }
    }

    private static func reporting(
        to trouble: @Sendable (any Error) -> Void, _ body: () async throws -> Void
    ) async throws {
        do { try await body() } catch is CancellationError {} catch { trouble(error) }
    }
}
