import GlimpDomain
import GlimpService
import Projections

extension PeopleDirectory {
    /// Who is called so.
    /// - Throws: ``Failure`` when nobody is.
    func named(_ name: String) throws -> UserID {
        guard let user = try find(name) else { throw Failure(.refused, "user_not_found: there is no user \(name)") }
        return user
    }
}

extension GlimpDirectory {
    /// Brings lists up to the log's end. Where that fails they are asked as they are, and the answer says for when.
    func catchUpOrNote(_ groups: [ProjectionGroup]) async {
        do { try await catchUpReadModels(groups) } catch { Terminal.note("glimp: \(error)") }
    }
}
