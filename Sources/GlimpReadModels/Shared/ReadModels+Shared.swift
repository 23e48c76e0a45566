public import GlimpDomain
import Projections

extension ReadModels {
    /// The glimps between a person and another, both directions, newest first, as the first one sees them.
    public func shared(
        _ user: UserID, with other: UserID, _ request: PageRequest = .first
    ) async throws -> Answer<Page<Glimp>> {
        let list = RowList(name: .shared, table: SharedProjection.glimps, prefix: RowKey(user).id(other))
        return try await glimps(list, counted: SharedProjection.visible, request)
    }
}
