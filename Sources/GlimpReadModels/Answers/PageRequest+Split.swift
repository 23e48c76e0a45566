import GlimpDomain
import Projections

extension PageRequest {
    /// The requests for two lists that are answered together: a cursor continues the one it came from, and the other is
    /// given from its start.
    /// - Throws: `invalid_cursor` when it came from neither.
    func split(
        _ first: ListName, _ second: ListName, of user: UserID
    ) throws(ReadModelError) -> (PageRequest, PageRequest) {
        guard let cursor else { return (self, self) }
        let anew = try PageRequest(limit: limit)
        if (try? Cursor(cursor, of: first, startingWith: RowKey(user))) != nil { return (self, anew) }
        _ = try Cursor(cursor, of: second, startingWith: RowKey(user))
        return (anew, self)
    }
}
