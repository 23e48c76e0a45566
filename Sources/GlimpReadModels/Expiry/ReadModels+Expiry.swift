public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// A request that waits for an answer until `expiresAt`.
public struct WaitingRequest: Hashable, Sendable {
    public var request: GlimpRequestID
    public var expiresAt: Timestamp
}

extension ReadModels {
    /// The requests that nothing has closed yet, soonest to expire first, at most `limit`.
    public func waitingRequests(limit: Int) throws -> Answer<[WaitingRequest]> {
        try store.read(GlimpReadModels.expiry.name) { snapshot in
            let waiting = try snapshot.rows(of: ExpiryProjection.byTime, limit: limit).map { row in
                WaitingRequest(
                    request: try GlimpRequestID(row: row.value.request), expiresAt: Timestamp(row: row.value.expiresAt))
            }
            return Answer(waiting, at: snapshot.position)
        }
    }
}
