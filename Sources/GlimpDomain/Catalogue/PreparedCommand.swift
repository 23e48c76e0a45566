public import EventLog

/// A command of any kind, ready to be executed by an event store.
public struct PreparedCommand: Sendable {
    public let context: CommandContext
    public let boundary: Query
    private let run: @Sendable (any EventStore) async throws -> Outcome
    private let queue: @Sendable (EventLog, Timestamp?, SubmissionChain?, Preceding?) throws -> Submission

    /// What is done in the same transaction just before a command is decided.
    public typealias Preceding = @Sendable (inout LogTransaction) throws -> Void

    /// - Parameter seal: for the details of its events.
    public init(
        _ command: some GlimpCommand, context: CommandContext, eventIDs: EventIDs, sealing seal: DetailsSeal = .none
    ) {
        let handler = command.handler(context: context, eventIDs: eventIDs, sealing: seal)
        self.context = context
        boundary = handler.boundary
        run = { store in try await store.execute(handler) }
        queue = { log, time, chain, preceding in
            try log.submit(handler, at: time, in: chain, preceding: preceding)
        }
    }

    /// Queues the command: commands are decided in the order in which they are submitted.
    /// - Parameters:
    ///   - time: when it counts as accepted; nil: now.
    ///   - chain: fails with what failed before it in the chain.
    ///   - preceding: runs just before, unless the command has an outcome already.
    /// - Throws: ``EventLogError``; what is known only in the transaction comes with the submission's outcome.
    public func submit(
        to log: EventLog, at time: Timestamp? = nil, in chain: SubmissionChain? = nil, preceding: Preceding? = nil
    ) throws -> Submission {
        try queue(log, time, chain, preceding)
    }

    /// Decides the command and appends what follows.
    /// - Throws: what `store` throws, and ``UnreadableEvent``.
    public func execute(on store: any EventStore) async throws -> Outcome { try await run(store) }
}
