public import EventLog

/// A command of any kind, ready to be executed by an event store.
public struct PreparedCommand: Sendable {
    public let context: CommandContext
    public let boundary: Query
    private let run: @Sendable (any EventStore) async throws -> Outcome

    public init(_ command: some GlimpCommand, context: CommandContext, eventIDs: EventIDs) {
        let handler = command.handler(context: context, eventIDs: eventIDs)
        self.context = context
        boundary = handler.boundary
        run = { store in try await store.execute(handler) }
    }

    /// Decides the command and appends what follows.
    /// - Throws: what `store` throws, and ``UnreadableEvent``.
    public func execute(on store: any EventStore) async throws -> Outcome { try await run(store) }
}
