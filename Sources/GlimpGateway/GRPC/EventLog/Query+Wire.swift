import EventLog
import GlimpSchemas

extension Query {
    /// - Throws: `invalid_query` unless it says either `all` or `items`, and each item has a type or a tag. Sizes are the
    ///   log's to check.
    init(_ wire: Eventlog_V1_Query) throws(CallFailure) {
        guard wire.all == wire.items.isEmpty else {
            throw .invalid("query", "a query says either `all` or which `items`")
        }
        guard !wire.all else {
            self = .all
            return
        }
        var items: [QueryItem] = []
        items.reserveCapacity(wire.items.count)
        for item in wire.items {
            guard !item.types.isEmpty || !item.tags.isEmpty else {
                throw .invalid("query", "an item of a query has a type or a tag")
            }
            items.append(QueryItem(types: item.types.map { EventType($0) }, tags: item.tags.map { Tag($0) }))
        }
        self.init(items)
    }
}
