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
