public import GlimpDomain
import Projections

/// What the read models need to show what is a person's own: rows hold it sealed, or as keyed hashes.
public struct PersonalReading: Sendable {
    public let opener: DetailsOpener
    /// By which people are found: the one that events were made with.
    public let hasher: KeyedHasher
    /// The keyed hash of a word or tag, as hexadecimal digits.
    let term: @Sendable (_ term: String) -> String

    /// - Parameter term: a keyed hash, always the same for the same text; 16 bytes or more, as hexadecimal digits.
    public init(opener: DetailsOpener, hasher: KeyedHasher, term: @escaping @Sendable (_ term: String) -> String) {
        self.opener = opener
        self.hasher = hasher
        self.term = term
    }

    fileprivate init(_ context: any Sendable) throws {
        guard let reading = context as? PersonalReading else {
            throw ProjectionError(.notApplicable, "the read models were opened without what opens personal details")
        }
        self = reading
    }
}

extension Snapshot {
    var personal: PersonalReading { get throws { try PersonalReading(context) } }

    /// What a row holds sealed.
    /// - Returns: nil when the person was erased.
    func opened<Details: PersonalDetails>(
        _ bytes: some Sequence<UInt8>, of person: UserID, as type: Details.Type
    ) throws -> Details? {
        guard let sealed = SealedDetails<Details>(bytes) else {
            throw ProjectionError(.damaged, "a row of \(person) holds nothing where sealed details belong; rebuild it")
        }
        return try sealed.opened(of: person, by: personal.opener)
    }
}

extension Rows {
    var personal: PersonalReading { get throws { try PersonalReading(context) } }
}
