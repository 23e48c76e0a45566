/// Why a question has no answer.
public struct ReadModelError: Error, Hashable, Sendable {
    /// Stable and extensible: compare with the static members.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let userNotFound = Code(rawValue: "user_not_found")
        /// The person was erased: nothing of theirs is known any more.
        public static let erased = Code(rawValue: "erased")
        public static let feedNotFound = Code(rawValue: "feed_not_found")
        public static let photoNotFound = Code(rawValue: "photo_not_found")
        public static let albumNotFound = Code(rawValue: "album_not_found")
        public static let invalidLimit = Code(rawValue: "invalid_limit")
        public static let invalidCursor = Code(rawValue: "invalid_cursor")
        public static let invalidPosition = Code(rawValue: "invalid_position")
        public static let invalidSearch = Code(rawValue: "invalid_search")
        public static let invalidDistance = Code(rawValue: "invalid_distance")
        public static let invalidDays = Code(rawValue: "invalid_days")
    }

    /// One for whoever is not there and whoever has blocked the one who asks: nothing in it tells them apart.
    public static let userNotFound = ReadModelError(.userNotFound, "There is no such user.")

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
