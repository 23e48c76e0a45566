/// A name under which a person is found: 1 to 30 of A–Z, a–z, 0–9, `.`, `_`, `-`; the same without regard to case.
public struct Username: KeyedHashable, Hashable, CustomStringConvertible {
    public static let tagPrefix = "username:"
    public static let characters = 1...30

    /// As its owner writes it.
    public let description: String

    public init?(_ text: String) {
        guard Username.characters.contains(text.utf8.count), text.utf8.allSatisfy(Username.allows) else { return nil }
        description = text
    }

    public var canonicalBytes: [UInt8] { description.utf8.map(ASCII.lowerCase) }

    public static func == (a: Username, b: Username) -> Bool { a.canonicalBytes == b.canonicalBytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(canonicalBytes) }

    private static func allows(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte)
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}
