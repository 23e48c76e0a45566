/// The events that match a query from a position on: first those that are there, then each as it is appended, without
/// gap or duplicate. Ends only by cancellation or error.
public struct Subscription<Store: EventStore>: AsyncSequence, Sendable {
    /// Some events, in order, or the news that there are no more for now.
    public struct Batch: Sendable {
        public var events: [SequencedEvent]
        /// Everything up to here has been looked at: where to resume.
        public var position: Position
        /// There was nothing more when this was read; what follows is live.
        public var hasCaughtUp: Bool
    }

    let store: Store
    let query: Query
    let after: Position
    let pageSize: Int

    public func makeAsyncIterator() -> Iterator {
        Iterator(store: store, query: query, position: after, pageSize: pageSize)
    }

    public struct Iterator: AsyncIteratorProtocol {
        let store: Store
        let query: Query
        var position: Position
        let pageSize: Int
        private var hasSaidCaughtUp = false

        init(store: Store, query: Query, position: Position, pageSize: Int) {
            self.store = store
            self.query = query
            self.position = position
            self.pageSize = pageSize
        }

        public mutating func next() async throws -> Batch? {
            while true {
                try Task.checkCancellation()
                // Before the page, so that the position is never ahead of what was looked at.
                let head = try store.head()
                if head > position {
                    let page = try store.page(query, from: position.next, backwards: false, limit: pageSize)
                    let isLast = page.next == nil
                    let last = page.events.last?.position ?? position
                    position = isLast && head > last ? head : last
                    if !page.events.isEmpty {
                        if isLast { hasSaidCaughtUp = true }
                        return Batch(events: page.events, position: position, hasCaughtUp: isLast)
                    }
                }
                if !hasSaidCaughtUp {
                    hasSaidCaughtUp = true
                    return Batch(events: [], position: position, hasCaughtUp: true)
                }
                try await store.waitForEvents(after: position)
            }
        }
    }
}

extension EventStore {
    /// Follows the events that match `query` after `position`: catch-up, then live.
    /// - Parameter pageSize: events a batch at most, 1 … ``EventLogLimits/pageEvents``; fewer when they are large, as
    ///   ``EventLogLimits/pageBytes`` says.
    public func subscribe(
        _ query: Query, after position: Position = .beginning, pageSize: Int = 1_000
    ) -> Subscription<Self> {
        Subscription(store: self, query: query, after: position, pageSize: pageSize)
    }
}
