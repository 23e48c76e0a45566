import EventLog
import GlimpDomain
import GlimpReadModels

/// The expiries that are in the log while the read model still shows their requests as waiting: it follows in a moment,
/// or it has stopped, and then they would be decided again and again.
struct WrittenExpiries {
    private var requests: Set<GlimpRequestID> = []

    var count: Int { requests.count }

    /// Those of `waiting` whose time is over and that are not written yet.
    ///
    /// What no longer waits is forgotten.
    mutating func due(of waiting: [WaitingRequest], at now: Timestamp) -> [WaitingRequest] {
        requests.formIntersection(waiting.map(\.request))
        return waiting.filter { $0.expiresAt <= now && !requests.contains($0.request) }
    }

    mutating func note(_ request: WaitingRequest) { requests.insert(request.request) }

    /// The next that becomes due, of requests that wait in the order of their moments.
    func next(of waiting: [WaitingRequest]) -> WaitingRequest? { waiting.first { !requests.contains($0.request) } }
}
