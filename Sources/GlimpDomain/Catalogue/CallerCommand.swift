public import EventLog
public import SwiftProtobuf

/// A command that callers send, as the message `Wire` of `Schemas/`.
public protocol CallerCommand: GlimpCommand {
    associatedtype Wire: Message

    /// - Parameter actor: who is signed in; nil: nobody.
    /// - Throws: `actor_required`, or `invalid_<field>` for a field out of bounds.
    init(_ wire: Wire, by actor: Actor?, at door: Door) throws(Refusal)

    /// The people that the message means, by id or by username, as it names them.
    static func people(in wire: Wire) -> [String]

    /// Whether the message names a position of the log: ``Door/head`` is known then.
    static var namesPosition: Bool { get }
    /// The pictures that the message names, by the ids of their uploads.
    static func media(in wire: Wire) -> [String]

    /// Who acts, given who is signed in.
    func envelopeActor(_ actor: Actor) -> Actor
}

extension CallerCommand {
    /// `AnswerGlimp`: what the message is called.
    public static var name: String { String(Wire.protoMessageName.split(separator: ".").last ?? "") }

    public static func people(in wire: Wire) -> [String] { [] }

    public static var namesPosition: Bool { false }
    public static func media(in wire: Wire) -> [String] { [] }

    public func envelopeActor(_ actor: Actor) -> Actor { actor }
}
