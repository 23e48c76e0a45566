public import EventLog

/// What is found by a keyed hash, because it may not stand in a tag itself.
public protocol KeyedHashable: Sendable {
    /// `username:`. Goes into the hash too: equal bytes of two kinds have different hashes.
    static var tagPrefix: String { get }
    /// Equal exactly when two values count as the same.
    var canonicalBytes: [UInt8] { get }
}

/// The keyed hash of a `Subject`, as lower-case hexadecimal digits.
public struct KeyedHash<Subject: KeyedHashable>: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// - Returns: nil unless `text` is 32 to 128 lower-case hexadecimal digits.
    public init?(_ text: String) {
        let isHash = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard isHash, (32...128).contains(text.utf8.count) else { return nil }
        description = text
    }

    /// - Precondition: there are 16 to 64.
    package init(bytes: [UInt8]) {
        precondition((16...64).contains(bytes.count), "a keyed digest has 16 to 64 bytes")
        description = Hex.text(bytes)
    }

    /// As a row has it.
    package var bytes: [UInt8] { Hex.bytes(description) }

    public var tag: Tag { Tag(Subject.tagPrefix + description) }
}

/// Makes keyed hashes with a key that only the service knows: the domain itself stays free of secrets.
public struct KeyedHasher: Sendable {
    private let digest: @Sendable ([UInt8]) -> [UInt8]

    /// - Parameter digest: a keyed digest of 16 to 64 bytes, always the same for the same input.
    public init(_ digest: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.digest = digest }

    public func hash<Subject: KeyedHashable>(_ subject: Subject) -> KeyedHash<Subject> {
        KeyedHash(bytes: digest(Array(Subject.tagPrefix.utf8) + subject.canonicalBytes))
    }
}
