public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// An answered request.
public struct Glimp: Hashable, Sendable {
    public var request: GlimpRequestID
    public var asker: PersonSummary
    public var answerer: PersonSummary
    public var answeredAt: Timestamp
    public var photo: Photo
}

public enum GlimpOrder: Hashable, Sendable {
    case newestFirst
    /// As in a slideshow.
    case oldestFirst
}

extension ReadModels {
    /// The glimps that a person asked for and received.
    public func gallery(
        of user: UserID, _ order: GlimpOrder = .newestFirst, _ request: PageRequest = .first
    ) async throws -> Answer<Page<Glimp>> {
        try await collections { try $0.received(by: user, order, request, names: $1) }
    }

    /// The glimps that a person sent.
    public func sent(
        by user: UserID, _ order: GlimpOrder = .newestFirst, _ request: PageRequest = .first
    ) async throws -> Answer<Page<Glimp>> {
        try await collections { try $0.sent(by: user, order, request, names: $1) }
    }

    /// A page of glimps whose total is the counter of the list's prefix.
    func glimps(
        _ list: RowList<Glimp_V1_Rows_Glimp>, of viewer: UserID, counted: RowTable<UInt64>, _ request: PageRequest
    ) async throws -> Answer<Page<Glimp>> {
        try await collections { collections, accounts in
            try collections.glimps(list, of: viewer, counted: counted, request, names: accounts)
        }
    }
}

extension Snapshot {
    func received(
        by user: UserID, _ order: GlimpOrder, _ request: PageRequest, names: borrowing Snapshot
    ) throws -> Page<Glimp> {
        let list = RowList(
            name: order == .newestFirst ? .received : .receivedOldestFirst, table: GalleryProjection.received,
            prefix: RowKey(user), isBackwards: order == .oldestFirst
        )
        return try glimps(list, of: user, counted: GalleryProjection.receivedCounts, request, names: names)
    }

    func sent(
        by user: UserID, _ order: GlimpOrder, _ request: PageRequest, names: borrowing Snapshot
    ) throws -> Page<Glimp> {
        let list = RowList(
            name: order == .newestFirst ? .sent : .sentOldestFirst, table: GalleryProjection.sent,
            prefix: RowKey(user), isBackwards: order == .oldestFirst
        )
        return try glimps(list, of: user, counted: GalleryProjection.sentCounts, request, names: names)
    }

    fileprivate func glimps(
        _ list: RowList<Glimp_V1_Rows_Glimp>, of viewer: UserID, counted: RowTable<UInt64>, _ request: PageRequest,
        names: borrowing Snapshot
    ) throws -> Page<Glimp> {
        try page(list, request, total: counter(list.prefix, in: counted)) { row in
            Glimp(
                request: try GlimpRequestID(row: row.request),
                asker: try person(UserID(row: row.asker), as: viewer, names: names),
                answerer: try person(UserID(row: row.answerer), as: viewer, names: names),
                answeredAt: Timestamp(row: row.answeredAt), photo: try Photo(row: row.photo))
        }
    }

    /// A person of a glimp, which stays with the viewer whatever became of the friendship. Of somebody who has blocked
    /// the viewer since, only what never changes: news would say that they are there.
    private func person(_ user: UserID, as viewer: UserID, names: borrowing Snapshot) throws -> PersonSummary {
        var person = try names.person(user)
        if try blocking(between: viewer, and: user).contains(.byOther) {
            person.displayName = ""
            person.picture = nil
        }
        return person
    }
}
