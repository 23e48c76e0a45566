public import EventLog
public import FoundationEssentials
public import SwiftProtobuf

/// What happened, with typed ids. Its `Wire` form, from `Schemas/`, is the event's payload.
public protocol EventBody: Hashable, Sendable {
    associatedtype Wire: Message
    static var type: EventType { get }
    /// Of `Wire`; grows when the meaning of a stored payload changes.
    static var schemaVersion: UInt16 { get }

    /// - Throws: ``MalformedField`` when a field does not hold what it is for.
    init(_ wire: Wire) throws(MalformedField)
    /// As the event of this id stores it.
    func wire(as event: UUID, sealing seal: DetailsSeal) throws -> Wire
    /// Whether what it holds was stored by the event of this id.
    func isStored(as event: UUID) -> Bool
    /// Its details as JSON; nil: it has none, which most have not.
    func detailsJSON(_ opener: DetailsOpener) throws -> String?

    /// By what the event is found: everything in it that a decision or a read model asks for.
    var tags: [Tag] { get }
}

extension EventBody {
    public static var schemaVersion: UInt16 { 1 }
}

/// What anybody may read for ever: an event without details.
public protocol PlainEventBody: EventBody {
    var wire: Wire { get }
}

extension PlainEventBody {
    public func wire(as event: UUID, sealing seal: DetailsSeal) -> Wire { wire }
    public func isStored(as event: UUID) -> Bool { true }
    public func detailsJSON(_ opener: DetailsOpener) -> String? { nil }
}

/// An event with details of a person. It has no form that could be stored without sealing them.
public protocol PersonalEventBody: EventBody where Wire: DetailsMessage {
    associatedtype Details: PersonalDetails
    var details: Personal<Details> { get }
    /// Whose details they are.
    var person: UserID { get }
    /// The payload without them.
    var outline: Wire { get }
}

/// The payload of an event with details.
public protocol DetailsMessage: Message {
    var details: Data { get set }
}

extension PersonalEventBody {
    public func wire(as event: UUID, sealing seal: DetailsSeal) throws -> Wire {
        var wire = outline
        switch details {
        case .clear(let details):
            wire.details = Data(try SealedDetails(details, of: person, event: event, with: seal).bytes)
        case .sealed(let sealed): wire.details = Data(sealed.bytes)
        }
        return wire
    }

    public func isStored(as event: UUID) -> Bool {
        if case .sealed(let sealed) = details { sealed.belongs(to: event) } else { false }
    }

    /// The details as the log has them.
    /// - Throws: ``DetailsError`` `notStored` for an event that does not come from there.
    public func sealedDetails() throws -> SealedDetails<Details> {
        guard case .sealed(let sealed) = details else { throw DetailsError.notStored }
        return sealed
    }

    /// - Returns: nil when the person was erased.
    public func details(by opener: DetailsOpener) throws -> Details? {
        switch details {
        case .clear(let details): details
        case .sealed(let sealed): try sealed.opened(of: person, by: opener)
        }
    }

    /// `"erased"` when the person was.
    public func detailsJSON(_ opener: DetailsOpener) throws -> String? {
        guard let details = try details(by: opener) else { return "\"erased\"" }
        var options = JSONEncodingOptions()
        options.useDeterministicOrdering = true
        return try details.wire.jsonString(options: options)
    }
}

extension Personal {
    init(stored bytes: Data) throws(MalformedField) {
        guard let sealed = SealedDetails<Details>(bytes) else { throw MalformedField(name: "details") }
        self = .sealed(sealed)
    }
}

/// A field of a stored message that does not hold what it is for.
public struct MalformedField: Error, Hashable, Sendable {
    public let name: String
}
