public import FoundationEssentials

/// An opaque surrogate for one kind of thing: a UUID that the caller supplies or the door makes, printed in lower case.
///
/// Each kind is a type of its own, so that passing one for another does not compile.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible
where RawValue == UUID {
    init(rawValue: UUID)
}

extension Identifier {
    /// The id that `text` spells: 8-4-4-4-12 hexadecimal digits (RFC 9562) and nothing else; nil for any other text.
    @inlinable
    public init?(_ text: String) {
        guard let uuid = UUID(canonical: text) else { return nil }
        self.init(rawValue: uuid)
    }

    @inlinable
    public var description: String { rawValue.canonicalText }

    @inlinable
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
