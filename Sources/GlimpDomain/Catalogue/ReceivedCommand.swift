public import EventLog
import GlimpSchemas
public import FoundationEssentials

/// A command as it was sent, well-formed, before names are looked up and missing ids are made.
public struct ReceivedCommand: Sendable {
    public let name: String
    /// Whom the message means, by id or by username, each once, in its order.
    public let mentionedPeople: [String]
    /// Whether it names a position of the log, and depends on where that ends when it is prepared.
    public let namesPosition: Bool
    /// The uploads that the message names.
    public let mentionedMedia: [MediaID]
    /// What the digest of the body is taken of: the same for the same message, in JSON or binary, on every retry.
    public let digestInput: [UInt8]

    /// The username that it asks for, if it is a registration.
    private let registration: String?

    private let make: @Sendable (Door, Envelope) throws -> PreparedCommand

    /// Who sends it, and what its receipt needs.
    private struct Envelope {
        let actor: Actor?
        let id: CommandID?
        let bodyDigest: [UInt8]
        let eventIDs: EventIDs
        let seal: (UserID) throws -> DetailsSeal
    }

    init<Command: CallerCommand>(_ command: Command.Type, name: String, wire: Command.Wire) throws {
        self.name = name
        var seen: Set<String> = [""]
        mentionedPeople = command.people(in: wire).filter { seen.insert($0).inserted }
        namesPosition = Command.namesPosition
        mentionedMedia = command.media(in: wire).compactMap { MediaID($0) }
        // Of the message as it was sent: what is filled in from an upload later changes no digest.
        digestInput = try DigestInput.bytes(name: name, wire)
        let registration = (wire as? Glimp_V1_RegisterAccount)?.username
        self.registration = registration
        make = { door, envelope in
            func context(_ actor: Actor) -> CommandContext {
                CommandContext(actor, id: envelope.id, bodyDigest: envelope.bodyDigest)
            }
            let command: Command
            do throws(Refusal) {
                command = try Command(wire, by: envelope.actor, at: door)
            } catch {
                // A registration's actor is the new username, also when another field refuses it.
                let username = registration.flatMap { Username($0) }
                let actor = username.map { .registration(door.hasher.hash($0)) } ?? envelope.actor ?? .nobody
                let refused = RefusedCommand(refusal: error, actor: actor)
                return PreparedCommand(refused, context: context(actor), eventIDs: envelope.eventIDs)
            }
            // A command that takes nobody's word names its own actor.
            let actor = command.envelopeActor(envelope.actor ?? .nobody)
            func prepared(_ command: some GlimpCommand) throws -> PreparedCommand {
                PreparedCommand(
                    command, context: context(actor), eventIDs: envelope.eventIDs,
                    sealing: try command.personOfDetails.map(envelope.seal) ?? .none)
            }
            guard case .user(let user) = actor, Command.self != EraseAccount.self else { return try prepared(command) }
            return try prepared(UnlessErased(command: command, user: user))
        }
    }

    /// The command, ready to be decided.
    ///
    /// A field out of bounds, and a command that the actor can't give, make a prepared command too: its outcome is the
    /// refusal, kept under its id like any other.
    /// - Parameters:
    ///   - actor: who is signed in; nil: nobody, which only ``RegisterAccount`` accepts.
    ///   - id: as the caller gave it; nil: without a receipt.
    ///   - bodyDigest: the keyed digest of ``digestInput``, 16 bytes.
    ///   - makeID: gives a fresh UUID each time.
    ///   - session: that it came in; nil: none.
    ///   - lookUp: who bears a username, without regard to case; nil: nobody. Not called for ids.
    ///   - head: the position of the last event. Called only for what ``namesPosition``.
    ///   - findUpload: a picture, if the one who acts has uploaded it; without it, pictures are taken as the message
    ///     describes them.
    ///   - seal: what seals a person's details. Called only for a command whose events may have some.
    /// - Throws: what `lookUp`, `head`, `findUpload` and `seal` throw.
    public func prepare(
        by actor: Actor?,
        id: CommandID?,
        bodyDigest: [UInt8],
        hasher: KeyedHasher,
        makeID: @escaping @Sendable () -> UUID,
        session: UUID? = nil,
        lookUp: (String) throws -> UserID?,
        head: () throws -> Position,
        findUpload: ((MediaID) throws -> UploadedPhoto?)? = nil,
        seal: (UserID) throws -> DetailsSeal
    ) throws -> PreparedCommand {
        var people: [String: UserID] = [:]
        for name in mentionedPeople where UserID(name) == nil { people[name] = try lookUp(name) }
        var uploads = Uploads.asDescribed
        if let findUpload {
            var own: [MediaID: UploadedPhoto] = [:]
            for media in mentionedMedia { own[media] = try findUpload(media) }
            uploads = .own(own)
        }
        let door = Door(
            hasher: hasher, head: namesPosition ? try head() : .beginning, makeID: makeID, people: people,
            uploads: uploads, session: session)
        let eventIDs = EventIDs(startingAt: makeID())
        return try withoutActuallyEscaping(seal) { seal in
            try make(
                door, Envelope(actor: actor, id: id, bodyDigest: bodyDigest, eventIDs: eventIDs, seal: seal))
        }
    }
}

extension ReceivedCommand {
    public var isRegistration: Bool { registration != nil }

    /// Whether it ends an account for good.
    public var isErasure: Bool { name == EraseAccount.name }

    /// The username that it asks for; nil: it is no registration, or asks for what can be nobody's name.
    public var registeredUsername: Username? { registration.flatMap { Username($0) } }

    /// Whether it is a registration that asks for another username than this one, also for one that nobody can have.
    public func registersAnother(than name: String) -> Bool {
        guard let registration else { return false }
        guard let asked = Username(registration), let username = Username(name) else { return registration != name }
        return asked != username
    }

    /// The command of somebody who has no account: refused `user_not_found`.
    ///
    /// The refusal is kept under the name that was given; of what can be nobody's name nothing is kept, because all
    /// who give such a name would share it.
    /// - Parameter name: whom the caller named.
    public func prepareForNobody(
        named name: String, id: CommandID?, bodyDigest: [UInt8], hasher: KeyedHasher, eventID: UUID
    ) -> PreparedCommand {
        let actor = Username(name).map { Actor.registration(hasher.hash($0)) } ?? .nobody
        return PreparedCommand(
            RefusedCommand(refusal: .userNotFound, actor: actor),
            context: CommandContext(actor, id: id, bodyDigest: bodyDigest),
            eventIDs: EventIDs(startingAt: eventID))
    }
}

extension CommandContext {
    /// Nobody has no receipts: strangers would share them.
    fileprivate init(_ actor: Actor, id: CommandID?, bodyDigest: [UInt8]) {
        self.init(actor: actor.rawValue, id: actor == .nobody ? nil : id?.rawValue, bodyDigest: bodyDigest)
    }
}

extension Actor {
    /// Who sends what a person must send, without being signed in.
    fileprivate static let nobody = Actor.system("nobody")
}
