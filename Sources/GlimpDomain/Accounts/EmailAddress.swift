/// An address to write to; the same without regard to case.
///
/// Visible ASCII with one `@`, at most 64 bytes before it and 254 in all (RFC 5321, section 4.5.3.1). A name beyond ASCII
/// is given in its ASCII form (RFC 5890): two spellings of one Unicode text would pass for two addresses.
public struct EmailAddress: KeyedHashable, Hashable, CustomStringConvertible {
    public static let tagPrefix = "email:"

    /// As its owner writes it.
    public let description: String

    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, text.utf8.allSatisfy(ASCII.isVisible) else { return nil }
        guard (1...64).contains(parts[0].count) else { return nil }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty }) else { return nil }
        description = text
    }

    public var canonicalBytes: [UInt8] { description.utf8.map(ASCII.lowerCase) }

    public static func == (a: EmailAddress, b: EmailAddress) -> Bool { a.canonicalBytes == b.canonicalBytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(canonicalBytes) }
}
