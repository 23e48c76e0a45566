import EventLog
import GlimpReadModels
import GlimpService
import HTTPTypes
import Hummingbird
import Projections

extension Interface {
    /// `Glimp-Wait-For: N`: returns when these lists reflect position N.
    /// - Throws: `projection_behind` with the position reached, after ``GatewayConfiguration/waitSeconds``; 422 for what is no position.
    func waitIfAsked(_ request: Request, for groups: [ProjectionGroup]) async throws {
        guard let text = request.headers[.glimpWaitFor] else { return }
        guard let number = UInt64(text) else {
            throw Problem("invalid_position", "`Glimp-Wait-For` must be a position.")
        }
        let models = glimp.readModels
        do {
            try await models.wait(
                for: groups, until: Position(number), timeout: .seconds(configuration.waitSeconds))
        } catch let error as ProjectionError where error.code == .timedOut || error.code == .stopped {
            var problem = Problem(error)
            problem.position = try groups.compactMap { try models.position(of: $0)?.rawValue }.min() ?? 0
            throw problem
        }
    }
}
