public import EventLog

/// A value and the position of the log that it is true for.
public struct Answer<Value: Sendable>: Sendable {
    public var position: Position
    public var value: Value

    public init(_ value: Value, at position: Position) {
        self.position = position
        self.value = value
    }
}

extension Answer: Equatable where Value: Equatable {}

/// A part of a list.
public struct Page<Item: Sendable>: Sendable {
    /// Of the whole list.
    public var total: Int
    public var items: [Item]
    /// Asks for what follows; nil at the end of the list.
    public var cursor: String?
}

extension Page: Equatable where Item: Equatable {}
extension Page: Hashable where Item: Hashable {}

/// Which part of a list is asked for.
public struct PageRequest: Hashable, Sendable {
    public static let defaultLimit = 50
    public static let maximumLimit = 500
    public static let first = PageRequest()

    public let limit: Int
    /// As an earlier page of the same list gave it; nil: from the start.
    public let cursor: String?

    private init() {
        limit = PageRequest.defaultLimit
        cursor = nil
    }

    /// - Throws: `invalid_limit` unless `limit` is 1 to 500.
    public init(limit: Int = PageRequest.defaultLimit, cursor: String? = nil) throws(ReadModelError) {
        guard (1...PageRequest.maximumLimit).contains(limit) else {
            throw ReadModelError(.invalidLimit, "a page has 1 to \(PageRequest.maximumLimit) items, not \(limit)")
        }
        self.limit = limit
        self.cursor = cursor
    }
}

/// Why a question has no answer.
public struct ReadModelError: Error, Hashable, Sendable {
    /// Stable and extensible: compare with the static members.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let userNotFound = Code(rawValue: "user_not_found")
        public static let invalidLimit = Code(rawValue: "invalid_limit")
        public static let invalidCursor = Code(rawValue: "invalid_cursor")
        public static let invalidPosition = Code(rawValue: "invalid_position")
    }
    public var code: Code
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ReadModelError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}
