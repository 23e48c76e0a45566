import EventLog
import GRPCCore
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import Projections

/// A question for a part of a list.
protocol PagedRequest: Sendable {
    var hasLimit: Bool { get }
    var limit: UInt32 { get }
    var hasCursor: Bool { get }
    var cursor: String { get }
    var hasWaitFor: Bool { get }
    var waitFor: UInt64 { get }
}

extension Glimp_V1_ListRequest: PagedRequest {}
extension Glimp_V1_GlimpsRequest: PagedRequest {}
extension Glimp_V1_SharedRequest: PagedRequest {}
extension Glimp_V1_NotificationsRequest: PagedRequest {}
extension Glimp_V1_ChangesRequest: PagedRequest {}
extension Glimp_V1_PhotosRequest: PagedRequest {}
extension Glimp_V1_PhotoRequest: PagedRequest {}
extension Glimp_V1_SearchPhotosRequest: PagedRequest {}
extension Glimp_V1_NearbyPhotosRequest: PagedRequest {}
extension Glimp_V1_AlbumsRequest: PagedRequest {}
extension Glimp_V1_AlbumRequest: PagedRequest {}
extension Glimp_V1_FeedRequest: PagedRequest {}

extension QueryCalls {
    /// Answers for the signed-in person, once the rows of a group are true for the position asked for.
    /// - Parameter count: how many items there are when nobody says.
    func answer<Request: PagedRequest, Response: Sendable>(
        _ request: ServerRequest<Request>, from group: ProjectionGroup = GlimpReadModels.collections,
        byDefault count: Int = PageRequest.defaultLimit, _ body: (UserID, PageRequest) async throws -> Response
    ) async throws -> ServerResponse<Response> {
        try await call.unary {
            let person = try door.person(request.metadata)
            let message = request.message
            let page = try PageRequest(
                limit: message.hasLimit ? Int(message.limit) : count,
                cursor: message.hasCursor ? message.cursor : nil)
            try await wait(message.hasWaitFor ? message.waitFor : nil, for: group)
            return try await body(person, page)
        }
    }

    /// - Throws: `projection_behind` once ``patience`` is over.
    func wait(_ position: UInt64?, for group: ProjectionGroup = GlimpReadModels.collections) async throws {
        guard let position else { return }
        try await readModels.wait(for: [group], until: Position(position), timeout: patience)
    }
}
