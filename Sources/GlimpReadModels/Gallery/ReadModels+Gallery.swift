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
        let list = RowList(
            name: order == .newestFirst ? .received : .receivedOldestFirst, table: GalleryProjection.received,
            prefix: RowKey(user), isBackwards: order == .oldestFirst
        )
        return try await glimps(list, counted: GalleryProjection.receivedCounts, request)
    }

    /// The glimps that a person sent.
    public func sent(
        by user: UserID, _ order: GlimpOrder = .newestFirst, _ request: PageRequest = .first
    ) async throws -> Answer<Page<Glimp>> {
        let list = RowList(
            name: order == .newestFirst ? .sent : .sentOldestFirst, table: GalleryProjection.sent,
            prefix: RowKey(user), isBackwards: order == .oldestFirst
        )
        return try await glimps(list, counted: GalleryProjection.sentCounts, request)
    }

    /// A page of glimps whose total is the counter of the list's prefix.
    func glimps(
        _ list: RowList<Glimp_V1_Rows_Glimp>, counted: RowTable<UInt64>, _ request: PageRequest
    ) async throws -> Answer<Page<Glimp>> {
        try await collections { collections, accounts in
            let total = try collections.counter(list.prefix, in: counted)
            return try collections.page(list, request, total: total) { try Glimp($0, accounts) }
        }
    }
}

extension Glimp {
    fileprivate init(_ row: Glimp_V1_Rows_Glimp, _ names: borrowing Snapshot) throws {
        request = try GlimpRequestID(row: row.request)
        asker = try names.person(UserID(row: row.asker))
        answerer = try names.person(UserID(row: row.answerer))
        answeredAt = Timestamp(row: row.answeredAt)
        photo = try Photo(row: row.photo)
    }
}
