import EventLog
import FoundationEssentials
import SwiftProtobuf

/// Details as an event stores them, and as rows copy them: the event's id, then what a person's key sealed
/// (Schemas/SEALED.md). The id stands in the value, so that it opens wherever it was copied to.
public struct SealedDetails<Details: PersonalDetails>: Hashable, Sendable {
    private static var idBytes: Int { 16 }

    public let bytes: [UInt8]

    /// - Returns: nil when there is no more than an id.
    public init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count > Self.idBytes else { return nil }
    }

    /// - Parameter event: whose details they are.
    init(_ details: Details, of person: UserID, event: UUID, with seal: DetailsSeal) throws {
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        let clear: [UInt8] = try details.wire.serializedBytes(options: options)
        bytes = event.bytes + (try seal.seal(clear, person, Self.name(person, event.bytes)))
    }

    func belongs(to event: UUID) -> Bool { bytes.prefix(Self.idBytes).elementsEqual(event.bytes) }

    /// - Returns: nil when the person was erased.
    /// - Throws: what `opener` throws; ``DetailsError`` `malformed`.
    public func opened(of person: UserID, by opener: DetailsOpener) throws -> Details? {
        let name = Self.name(person, bytes.prefix(Self.idBytes))
        guard let clear = try opener.open(bytes.dropFirst(Self.idBytes), person, name) else { return nil }
        guard let wire = try? Details.Wire(serializedBytes: clear), let details = try? Details(wire) else {
            throw DetailsError.malformed(Details.Wire.protoMessageName)
        }
        return details
    }

    /// What the value is bound to: it opens as these details, of this person, in this event.
    private static func name(_ person: UserID, _ event: some Sequence<UInt8>) -> [UInt8] {
        Array(Details.Wire.protoMessageName.utf8) + person.rawValue.bytes + event
    }
}
