public import EventLog

/// What happens to a request: every such event says who asked whom.
public protocol GlimpRequestEvent: PlainEventBody {
    var request: GlimpRequestID { get }
    var asker: UserID { get }
    var answerer: UserID { get }
}

extension GlimpRequestEvent {
    public var tags: [Tag] { [request.tag] + Pair(asker, answerer).tags }
}
