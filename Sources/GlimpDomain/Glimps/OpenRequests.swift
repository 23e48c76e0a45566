import EventLog

/// The requests that nothing has closed: at most one each way between two people.
public struct OpenRequests: Sendable {
    private struct Direction: Hashable {
        let asker: UserID
        let answerer: UserID
    }

    private struct Request {
        let id: GlimpRequestID
        let expiresAt: Timestamp
    }

    private var requests: [Direction: Request] = [:]

    /// The request from one to the other that can still be answered. The clock alone ends it: whether its expiry was
    /// written already makes no difference.
    func request(from asker: UserID, to answerer: UserID, at now: Timestamp) -> GlimpRequestID? {
        guard let request = requests[Direction(asker: asker, answerer: answerer)] else { return nil }
        return now < request.expiresAt ? request.id : nil
    }

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .glimpRequested(let event):
            requests[Direction(asker: event.asker, answerer: event.answerer)] =
                Request(id: event.request, expiresAt: event.expiresAt)
        case .glimpAnswered(let event): close(event)
        case .glimpDeclined(let event): close(event)
        case .glimpRequestCancelled(let event): close(event)
        case .glimpExpired(let event): close(event)
        default: break
        }
    }

    private mutating func close(_ event: some GlimpRequestEvent) {
        let direction = Direction(asker: event.asker, answerer: event.answerer)
        // The expiry of an earlier request may be written after a later one was opened.
        if requests[direction]?.id == event.request { requests[direction] = nil }
    }
}

extension [EventType] {
    /// Whether a request is open.
    static let requests = [
        GlimpRequested.type, GlimpAnswered.type, GlimpDeclined.type, GlimpRequestCancelled.type, GlimpExpired.type,
    ]
}
