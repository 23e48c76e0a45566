public import GlimpDomain
import Projections

extension ReadModels {
    /// The glimps between a person and another, both directions, newest first, as the first one sees them.
    /// - Throws: `user_not_found` when there are none, and the other one is not there or has blocked the first.
    public func shared(
        _ user: UserID, with other: UserID, _ request: PageRequest = .first
    ) async throws -> Answer<Page<Glimp>> {
        let list = RowList(name: .shared, table: SharedProjection.glimps, prefix: RowKey(user).id(other))
        let answer = try await glimps(list, of: user, counted: SharedProjection.visible, request)
        if answer.value.total == 0 {
            do {
                _ = try await collections { try $0.requireVisible(other, to: user, names: $1) }
            } catch let error as ReadModelError where error.code == .erased {
                // With somebody who is erased one shares what one did, or nothing.
            }
        }
        return answer
    }
}
