/// The feeds as a boundary shows them.
public struct FeedList: Hashable, Sendable {
    public private(set) var feeds = Feed.predefined

    public mutating func evolve(_ event: DomainEvent) {
        if case .feedsDefined(let event) = event { feeds = event.feeds }
    }

    /// The feed that a text means, by id or by name.
    func feed(_ text: String) -> Feed? { feeds.first { $0.isMeant(by: text) } }
}
