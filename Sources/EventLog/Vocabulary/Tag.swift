import Glibc

/// What an event is about, as an opaque string of 1 to 255 bytes of UTF-8, for example `user:0198…`.
///
/// Tags are indexed: queries and append conditions find events by them. They carry surrogates, never personal data.
public struct Tag: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}

extension Tag: CustomStringConvertible {
    public var description: String { rawValue }

    public static func == (a: Tag, b: Tag) -> Bool { a.rawValue.isSameBytes(as: b.rawValue) }
    public func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}

/// What happened, in the past tense, as 1 to 255 bytes of UTF-8: `GlimpAnswered`.
public struct EventType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}

extension EventType: CustomStringConvertible {
    public var description: String { rawValue }

    public static func == (a: EventType, b: EventType) -> Bool { a.rawValue.isSameBytes(as: b.rawValue) }
    public func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}

/// Opaque means byte for byte, as the index compares. `String` takes two spellings of "é" for one, and two strings that
/// it takes for equal have different hashes there.
extension String {
    fileprivate func isSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Strings of Swift's own have their bytes in one piece; `elementsEqual` goes byte by byte.
        let isSame = utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
            other.utf8.withContiguousStorageIfAvailable { otherBytes -> Bool in
                guard let start = bytes.baseAddress, let other = otherBytes.baseAddress else { return true }
                return memcmp(start, other, bytes.count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    fileprivate func hashBytes(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xff as UInt8)
    }
}
