import EventLog
import GlimpReadModels
import HTTPTypes

extension Endpoint.Parameter {
    static let limit = Endpoint.Parameter(
        name: "limit", place: .query, summary: "Items a page.",
        shape: .integer(minimum: 1, maximum: PageRequest.maximumLimit))
    static let cursor = Endpoint.Parameter(
        name: "cursor", place: .query, summary: "Goes on where an earlier page of the same list ended.")
    static let order = Endpoint.Parameter(
        name: "order", place: .query, summary: "Newest first, unless it is said otherwise.",
        shape: .string(oneOf: ["newest", "oldest"]))
    static let username = Endpoint.Parameter(
        name: "username", place: .path, summary: "Without regard to case.", isRequired: true)
    static let user = Endpoint.Parameter(name: "user", place: .path, summary: "An id or a username.", isRequired: true)
    static let waitFor = Endpoint.Parameter(
        name: "Glimp-Wait-For", place: .header, summary: "Wait until the answer reflects this position.",
        shape: .position)
    static let ifNoneMatch = Endpoint.Parameter(
        name: "If-None-Match", place: .header, summary: "The ETag of an earlier answer.")
}

extension Endpoint.Parameter {
    static let unread = Endpoint.Parameter(
        name: "unread", place: .query, summary: "Leave out what was read or is over.", shape: .boolean)
    static let since = Endpoint.Parameter(
        name: "since", place: .query, summary: "As an answer before gave it; without it from the beginning.",
        shape: .position)
}

extension Call {
    var onlyUnread: Bool {
        get throws(Problem) {
            switch query("unread") {
            case nil, "false": return false
            case "true": return true
            default: throw Problem("invalid_unread", "`unread` must be true or false.")
            }
        }
    }

    /// nil: it does not say.
    var since: Position? {
        get throws(Problem) {
            guard let text = query("since") else { return nil }
            guard let number = UInt64(text) else {
                throw Problem("invalid_position", "`since` must be a position.")
            }
            return Position(number)
        }
    }

    /// Which part of the list is asked for.
    var page: PageRequest { get throws { try page(byDefault: PageRequest.defaultLimit) } }

    /// - Parameter count: how many items there are when nobody says.
    func page(byDefault count: Int) throws -> PageRequest {
        guard let limit = query("limit").map({ Int($0) }) ?? count else {
            throw Problem("invalid_limit", "`limit` must be a number.")
        }
        return try PageRequest(limit: limit, cursor: query("cursor"))
    }

    var order: GlimpOrder {
        get throws(Problem) {
            switch query("order") {
            case nil, "newest": return .newestFirst
            case "oldest": return .oldestFirst
            default: throw Problem("invalid_order", "`order` must be newest or oldest.")
            }
        }
    }
}
