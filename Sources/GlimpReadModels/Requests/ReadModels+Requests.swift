public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// An open request for a glimp.
public struct GlimpRequest: Hashable, Sendable {
    public var request: GlimpRequestID
    public var asker: PersonSummary
    public var answerer: PersonSummary
    public var requestedAt: Timestamp
    public var expiresAt: Timestamp
    /// Until it expires, begun ones counted whole: never 0 while it is open.
    public var secondsLeft: Int64
}

/// A person's open requests, soonest to expire first.
public struct GlimpRequests: Hashable, Sendable {
    public var incoming: Page<GlimpRequest>
    public var outgoing: Page<GlimpRequest>
}

extension ReadModels {
    /// A person's requests that are open at `now`, soonest to expire first. A cursor continues the list it came from;
    /// the other is given anew.
    public func requests(
        of user: UserID, at now: Timestamp, _ request: PageRequest = .first
    ) async throws -> Answer<GlimpRequests> {
        try await collections { try $0.requests(of: user, at: now, request, names: $1) }
    }
}

extension Snapshot {
    func requests(
        of user: UserID, at now: Timestamp, _ request: PageRequest, names: borrowing Snapshot
    ) throws -> GlimpRequests {
        let (incoming, outgoing) = try request.split(.incomingRequests, .outgoingRequests, of: user)
        return GlimpRequests(
            incoming: try incomingRequests(of: user, at: now, incoming, names: names),
            outgoing: try open(
                RowList(name: .outgoingRequests, table: RequestsProjection.outgoing, prefix: RowKey(user)),
                counted: RequestsProjection.outgoingCounts, at: now, outgoing, names: names
            )
        )
    }

    func incomingRequests(
        of user: UserID, at now: Timestamp, _ request: PageRequest, names: borrowing Snapshot
    ) throws -> Page<GlimpRequest> {
        try open(
            RowList(name: .incomingRequests, table: RequestsProjection.incoming, prefix: RowKey(user)),
            counted: RequestsProjection.incomingCounts, at: now, request, names: names
        )
    }

    /// The rows are in the order in which they expire: what has expired lies before the list's beginning.
    private func open(
        _ list: RowList<Glimp_V1_Rows_Request>, counted: RowTable<UInt64>, at now: Timestamp, _ request: PageRequest,
        names: borrowing Snapshot
    ) throws -> Page<GlimpRequest> {
        var list = list
        let beginning = list.prefix.time(Timestamp(microseconds: now.microseconds + 1))
        list.beginning = .at(beginning)
        // Few: those whose expiry is not written yet.
        var expired = 0
        try visit(RowRange(prefix: list.prefix), of: list.table.shape) { key, _ in
            guard key < beginning else { return false }
            expired += 1
            return true
        }
        let total = try counter(list.prefix, in: counted) - expired
        return try page(list, request, total: total) { try GlimpRequest($0, at: now, names) }
    }
}

extension GlimpRequest {
    fileprivate init(_ row: Glimp_V1_Rows_Request, at now: Timestamp, _ names: borrowing Snapshot) throws {
        request = try GlimpRequestID(row: row.request)
        asker = try names.person(UserID(row: row.asker))
        answerer = try names.person(UserID(row: row.answerer))
        requestedAt = Timestamp(row: row.requestedAt)
        expiresAt = Timestamp(row: row.expiresAt)
        secondsLeft = expiresAt.secondsLeft(at: now)
    }
}
