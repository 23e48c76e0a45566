import EventLog

/// One request and what became of it; and which pictures have answered others.
public struct GlimpHistory: Sendable {
    struct Request: Sendable {
        enum Status { case open, answered, declined, cancelled, expired }

        let asker: UserID
        let answerer: UserID
        let expiresAt: Timestamp
        var status = Status.open
        var hiddenBy: Set<UserID> = []

        func concerns(_ user: UserID) -> Bool { user == asker || user == answerer }
    }

    private let id: GlimpRequestID
    private(set) var request: Request?
    private(set) var sent: Set<KeyedHash<SentContent>> = []

    init(of id: GlimpRequestID) { self.id = id }

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .glimpRequested(let event) where event.request == id:
            request = Request(asker: event.asker, answerer: event.answerer, expiresAt: event.expiresAt)
        case .glimpAnswered(let event):
            sent.insert(event.contentHash)
            close(event, as: .answered)
        case .glimpDeclined(let event): close(event, as: .declined)
        case .glimpRequestCancelled(let event): close(event, as: .cancelled)
        case .glimpExpired(let event): close(event, as: .expired)
        case .glimpHidden(let event) where event.request == id: request?.hiddenBy.insert(event.hiddenBy)
        default: break
        }
    }

    private mutating func close(_ event: some GlimpRequestEvent, as status: Request.Status) {
        if event.request == id { request?.status = status }
    }

    /// The request, when it is open and `me` stands in it in this role; the rules that answering, declining and
    /// cancelling share, in their order.
    func open(for me: UserID, as role: KeyPath<Request, UserID>, at now: Timestamp) -> Result<Request, Refusal> {
        guard let request, request.concerns(me) else { return .failure(.requestNotFound) }
        guard request[keyPath: role] == me else { return .failure(.notYours) }
        switch request.status {
        case .answered: return .failure(.alreadyAnswered)
        case .declined, .cancelled: return .failure(.requestClosed)
        case .open where now < request.expiresAt: return .success(request)
        case .open, .expired: return .failure(.requestExpired)
        }
    }
}

extension QueryItem {
    /// What happened to the request.
    static func history(of request: GlimpRequestID) -> QueryItem {
        QueryItem(types: .requests, tags: [request.tag])
    }
}
