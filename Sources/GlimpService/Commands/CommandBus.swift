public import EventLog
public import FoundationEssentials
public import GlimpDomain

/// Takes commands in: names to ids, missing ids made, the body's digest taken; then to the log.
public struct CommandBus: Sendable {
    private let log: EventLog
    private let keys: KeyStore
    private let people: PeopleDirectory
    private let strangers: Strangers
    private let media: MediaStore
    private let details: EventDetails
    private let erasing: Erasing

    init(
        log: EventLog, keys: KeyStore, people: PeopleDirectory, strangers: Strangers, media: MediaStore,
        details: EventDetails, erasing: Erasing
    ) {
        self.log = log
        self.keys = keys
        self.people = people
        self.strangers = strangers
        self.media = media
        self.details = details
        self.erasing = erasing
    }

    /// Who sends a command.
    public enum Sender: Sendable {
        /// Somebody signed in, in a session if they have one: a photo has to be one that they uploaded.
        case actor(Actor, session: UUID? = nil)
        /// Somebody whom the operator of this machine speaks for: photos are taken as they are described.
        case onBehalf(UserID)
        /// Somebody under whose name something was refused before it was registered; that stands.
        case user(UserID, onceUnknown: Username)
        /// Nobody signed in: accepted for ``RegisterAccount`` only.
        case nobody
        /// Somebody without an account, by the name that was given: refused `user_not_found`.
        case unknown(String)
    }

    /// Who sends a command, given the name or id that was given: of a registration nobody, without a name the operator.
    public func sender(named name: String?, of command: ReceivedCommand) throws -> Sender {
        guard let name else { return .actor(.operator) }
        if command.isRegistration { return .nobody }
        if let id = UserID(name) { return .onBehalf(id) }
        guard let bearer = try people.bearer(of: name) else { return .unknown(name) }
        guard let username = bearer.onceUnknown else { return .onBehalf(bearer.user) }
        return .user(bearer.user, onceUnknown: username)
    }

    /// Queues a command; commands are decided in the order in which they are submitted.
    /// - Parameters:
    ///   - id: nil: without a receipt.
    ///   - time: when it counts as accepted; nil: now.
    ///   - chain: fails with what failed before it in the chain.
    ///   - preceding: runs in the same transaction just before.
    /// - Throws: ``EventLogError``; what is known only in the transaction comes with the submission's outcome.
    ///   `invalid_input` for ``EraseAccount``, which takes more than one append, and a removing after it: `execute` does.
    ///
    /// Waits for the disk when the command names an upload that is not claimed yet: whoever must not, calls
    /// ``claimUploads(of:by:)`` first. And when it registers somebody, whose key is written before.
    public func submit(
        _ command: ReceivedCommand, by sender: Sender, id: CommandID?, at time: Timestamp? = nil,
        in chain: SubmissionChain? = nil, preceding: PreparedCommand.Preceding? = nil
    ) throws -> Submission {
        guard !command.isErasure else {
            throw EventLogError(
                .invalidInput, "EraseAccount is sent by itself, not among other commands: glimp account erase")
        }
        return try queue(command, by: sender, id: id, at: time, in: chain, preceding: preceding)
    }

    private func queue(
        _ command: ReceivedCommand, by sender: Sender, id: CommandID?, at time: Timestamp? = nil,
        in chain: SubmissionChain? = nil, preceding: PreparedCommand.Preceding? = nil
    ) throws -> Submission {
        var claimed: [MediaID] = []
        let prepared = try prepare(command, by: sender, id: id, claimed: &claimed)
        return try prepared.submit(
            to: log, at: time, in: chain,
            preceding: holding(claimed, id == nil ? preceding : marking(sender, preceding)))
    }

    /// Claims the uploads that commands name, with one write for all of them, on a thread that may wait for the disk.
    ///
    /// Costs nothing for commands that name none.
    public func claimUploads(of commands: [ReceivedCommand], by sender: Sender) async throws {
        let named = commands.flatMap(\.mentionedMedia)
        guard !named.isEmpty, case .actor(.user(let user), _) = sender else { return }
        _ = try await media.threads.run { [media] in try media.claim(named, of: user) }
    }

    /// Decides a command and appends what follows.
    public func execute(_ command: ReceivedCommand, by sender: Sender, id: CommandID?) async throws -> Outcome {
        try await claimUploads(of: [command], by: sender)
        if command.isErasure { return try await erase(command, by: sender, id: id) }
        guard command.isRegistration else { return try await submit(command, by: sender, id: id).outcome() }
        // Who registers is given a key, which is written first.
        return try await media.threads.run { [self] in try submit(command, by: sender, id: id) }.outcome()
    }

    /// Ten million things that end.
    private static let mostErasingRounds = 1_000

    /// Ends a person's account, in as many appends as it takes, and removes what is left of them. Killed at any moment,
    /// the same again goes on; what is left once the log says that they are erased is removed by whoever serves next.
    private func erase(_ command: ReceivedCommand, by sender: Sender, id: CommandID?) async throws -> Outcome {
        var outcome = try await queue(command, by: sender, id: id).outcome()
        if case .refused = outcome.result { return outcome }
        guard let user = try erased(command, by: sender) else { return outcome }
        var rounds = 0
        while try !erasing.isErased(user) {
            rounds += 1
            guard rounds <= Self.mostErasingRounds else {
                throw EventLogError(.busy, "\(user) does more than can be ended; the same again goes on")
            }
            outcome = try await queue(command, by: sender, id: nil).outcome()
            if case .refused = outcome.result { return outcome }
        }
        try await erasing.remove([user])
        return outcome
    }

    private func erased(_ command: ReceivedCommand, by sender: Sender) throws -> UserID? {
        if let named = command.mentionedPeople.first { return try UserID(named) ?? people.find(named) }
        return switch sender {
        case .actor(.user(let user), _), .onBehalf(let user), .user(let user, _): user
        default: nil
        }
    }

    /// - Parameter claimed: the uploads that it names and has claimed.
    private func prepare(
        _ command: ReceivedCommand, by sender: Sender, id: CommandID?, claimed: inout [MediaID]
    ) throws -> PreparedCommand {
        let digest = keys.bodyDigest(command.digestInput)
        switch sender {
        case .actor(let actor, let session):
            let uploads = try claim(command.mentionedMedia, by: actor)
            claimed = Array(uploads.keys)
            return try prepare(command, by: actor, id, digest, session: session) { uploads[$0]?.uploaded }
        case .onBehalf(let user):
            // Taken as they are described; one that is theirs and here must not be swept meanwhile.
            if media.exists { claimed = Array(try claim(command.mentionedMedia, by: .user(user)).keys) }
            return try prepare(command, by: .user(user), id, digest)
        case .nobody: return try prepare(command, by: nil, id, digest)
        case .unknown(let name): return refuse(command, of: name, id, digest)
        case .user(let user, let name):
            // What was refused under the name comes to the same again: its outcome is found as this one's.
            if let id, try strangers.hasOutcome(name, id: id, bodyDigest: digest) {
                return refuse(command, of: name.description, id, digest)
            }
            return try prepare(command, by: .user(user), id, digest)
        }
    }

    private func prepare(
        _ command: ReceivedCommand, by actor: Actor?, _ id: CommandID?, _ digest: [UInt8], session: UUID? = nil,
        findUpload: ((MediaID) throws -> UploadedPhoto?)? = nil
    ) throws -> PreparedCommand {
        try command.prepare(
            by: actor, id: id, bodyDigest: digest, hasher: keys.hasher, makeID: FreshID.make,
            session: session, lookUp: people.find, head: log.head, findUpload: findUpload,
            seal: { try seal(of: $0, command) })
    }

    /// A key is on disk before the event that needs it. Of a registration that is refused nevertheless, because its
    /// address is taken, one is left: it is nobody's, and sealed nothing.
    private func seal(of person: UserID, _ command: ReceivedCommand) throws -> DetailsSeal {
        guard let username = command.registeredUsername else { return try details.seal(of: person, makesKey: false) }
        // A taken name stays taken, so this is refused: else each such try would leave a key.
        guard try people.find(username.description) == nil else { return .none }
        return try details.seal(of: person, makesKey: true)
    }

    private func refuse(
        _ command: ReceivedCommand, of name: String, _ id: CommandID?, _ digest: [UInt8]
    ) -> PreparedCommand {
        command.prepareForNobody(
            named: name, id: id, bodyDigest: digest, hasher: keys.hasher, eventID: FreshID.make())
    }

    private func claim(_ named: [MediaID], by actor: Actor) throws -> [MediaID: MediaRecord] {
        guard !named.isEmpty, case .user(let user) = actor else { return [:] }
        return try media.claim(named, of: user)
    }

    /// A sweep may have asked the log about a claim that is old by now, and found nothing: it looks again at what is in
    /// the log after this transaction, and this transaction looks at what the sweep has noted before that.
    private func holding(
        _ claimed: [MediaID], _ preceding: PreparedCommand.Preceding?
    ) -> PreparedCommand.Preceding? {
        guard !claimed.isEmpty else { return preceding }
        return { [media] transaction in
            try media.requireHeld(claimed)
            try preceding?(&transaction)
        }
    }

    private func marking(_ sender: Sender, _ preceding: PreparedCommand.Preceding?) -> PreparedCommand.Preceding? {
        guard case .unknown(let name) = sender, let username = Username(name) else { return preceding }
        return { [strangers] transaction in
            try strangers.mark(username, in: &transaction)
            try preceding?(&transaction)
        }
    }
}
