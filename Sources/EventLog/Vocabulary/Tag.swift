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
