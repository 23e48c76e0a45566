/// Which events are meant: every event, or those that match at least one item (dcb.events, *Query*).
public struct Query: Hashable, Sendable {
    /// nil: every event. Never empty otherwise.
    public let items: [QueryItem]?

    private init(items: [QueryItem]?) { self.items = items }

    /// Every event of the log.
    public static let all = Query(items: nil)

    /// The events that match at least one of `items`.
    /// - Precondition: `items` is not empty: a query for nothing is a mistake, never what was meant.
    public init(_ items: [QueryItem]) {
        precondition(!items.isEmpty, "a Query needs at least one item; for every event use Query.all")
        self.items = items
    }

    /// The events of any of `types` that carry all of `tags`. An empty side is unconstrained.
    public init(types: [EventType] = [], tags: [Tag] = []) {
        self.init([QueryItem(types: types, tags: tags)])
    }

    /// Whether an event with this type and these tags is meant.
    public func matches(type: EventType, tags: [Tag]) -> Bool {
        guard let items else { return true }
        return items.contains { $0.matches(type: type, tags: tags) }
    }
}

/// One alternative of a ``Query``: any of `types` *and* all of `tags`; an empty side is unconstrained.
public struct QueryItem: Hashable, Sendable {
    public let types: [EventType]
    public let tags: [Tag]

    /// - Precondition: at least one side is not empty.
    public init(types: [EventType] = [], tags: [Tag] = []) {
        precondition(
            !types.isEmpty || !tags.isEmpty,
            "a QueryItem needs a type or a tag; for every event use Query.all"
        )
        self.types = types
        self.tags = tags
    }

    public func matches(type: EventType, tags: [Tag]) -> Bool {
        (types.isEmpty || types.contains(type)) && self.tags.allSatisfy(tags.contains)
    }
}
