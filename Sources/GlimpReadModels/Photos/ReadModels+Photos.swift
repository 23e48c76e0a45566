public import GlimpDomain
import GlimpSchemas
import Projections

extension PageRequest {
    /// How many photos of a person an answer has when nobody says.
    public static let photosByDefault = 100
}

extension ReadModels {
    /// A person's public photos, newest first.
    /// - Parameter viewer: who asks.
    /// - Throws: `user_not_found`, also when they have blocked the viewer: never for want of photos.
    public func photos(
        of user: UserID, for viewer: UserID, _ request: PageRequest
    ) async throws -> Answer<Page<PublishedPhoto>> {
        try await photos { photos, names in
            try photos.requireVisible(user, to: viewer, names: names)
            let list = RowList(name: .photos, table: PhotosProjection.stream, prefix: RowKey(user))
            let total = try photos.counter(RowKey(user), in: PhotosProjection.counts)
            return try photos.page(list, request, total: total) { try photos.publishedPhoto($0, names: names) }
        }
    }
}

extension Snapshot {
    /// - Throws: `user_not_found` for somebody who is not there, or not there for the viewer; `erased`.
    func requireVisible(_ user: UserID, to viewer: UserID, names: borrowing Snapshot) throws {
        guard let account = try names.get(RowKey(user), in: AccountsProjection.byID) else {
            throw ReadModelError.userNotFound
        }
        // Whomever they had blocked: there is nobody any more of whom it would tell.
        guard !account.erased else { throw ReadModelError.erased(user) }
        guard try !blocking(between: viewer, and: user).contains(.byOther) else { throw ReadModelError.userNotFound }
    }
}
