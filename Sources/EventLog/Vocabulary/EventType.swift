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
