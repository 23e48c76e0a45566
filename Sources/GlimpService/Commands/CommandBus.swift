public import EventLog
public import GlimpDomain

/// Takes commands in: names to ids, missing ids made, the body's digest taken; then to the log.
public struct CommandBus: Sendable {
    private let log: EventLog
    private let keys: KeyStore
    private let people: PeopleDirectory

    init(log: EventLog, keys: KeyStore, people: PeopleDirectory) {
        self.log = log
        self.keys = keys
        self.people = people
    }

    /// Who sends a command.
    public enum Sender: Sendable {
        case actor(Actor)
        /// Nobody signed in: accepted for ``RegisterAccount`` only.
        case nobody
        /// Somebody without an account, by the name that was given: refused `user_not_found`.
        case unknown(String)
    }

    /// Who sends a command, given the name or id that was given: of a registration nobody, without a name the operator.
    public func sender(named name: String?, of command: ReceivedCommand) throws -> Sender {
        guard let name else { return .actor(.operator) }
        if command.isRegistration { return .nobody }
        if let id = UserID(name) { return .actor(.user(id)) }
        return try people.find(name).map { .actor(.user($0)) } ?? .unknown(name)
    }

    /// Queues a command; commands are decided in the order in which they are submitted.
    /// - Parameters:
    ///   - id: nil: without a receipt.
    ///   - time: when it counts as accepted; nil: now.
    ///   - chain: fails with what failed before it in the chain.
    ///   - preceding: runs in the same transaction just before.
    /// - Throws: ``EventLogError``; what is known only in the transaction comes with the submission's outcome.
    public func submit(
        _ command: ReceivedCommand, by sender: Sender, id: CommandID?, at time: Timestamp? = nil,
        in chain: SubmissionChain? = nil, preceding: PreparedCommand.Preceding? = nil
    ) throws -> Submission {
        try prepare(command, by: sender, id: id).submit(to: log, at: time, in: chain, preceding: preceding)
    }

    /// Decides a command and appends what follows.
    public func execute(_ command: ReceivedCommand, by sender: Sender, id: CommandID?) async throws -> Outcome {
        try await submit(command, by: sender, id: id).outcome()
    }

    private func prepare(
        _ command: ReceivedCommand, by sender: Sender, id: CommandID?
    ) throws -> PreparedCommand {
        let digest = keys.bodyDigest(command.digestInput)
        let actor: Actor?
        switch sender {
        case .unknown(let name):
            return command.prepareForNobody(
                named: name, id: id, bodyDigest: digest, hasher: keys.hasher, eventID: FreshID.make())
        case .actor(let known): actor = known
        case .nobody: actor = nil
        }
        return try command.prepare(
            by: actor, id: id, bodyDigest: digest, hasher: keys.hasher, makeID: FreshID.make, lookUp: people.find,
            head: log.head)
    }
}
