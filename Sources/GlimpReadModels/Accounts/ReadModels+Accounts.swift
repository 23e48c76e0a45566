import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

extension ReadModels {
    /// The person with a username, without regard to case.
    /// - Parameters:
    ///   - own: whether it is the person who asks: adds the e-mail address.
    ///   - viewer: who asks; nil: somebody from whom nobody is kept.
    /// - Throws: `user_not_found`, also when they have blocked the viewer.
    public func profile(username: String, own: Bool = false, for viewer: UserID? = nil) throws -> Answer<Profile> {
        try store.read(GlimpReadModels.accounts.name) { snapshot in
            let key = AccountsProjection.key(username)
            guard let owner = try snapshot.get(key, in: AccountsProjection.byUsername),
                try isFound(UserID(row: owner.user), by: viewer)
            else { throw ReadModelError.userNotFound }
            return Answer(try snapshot.profile(of: UserID(row: owner.user), own: own), at: snapshot.position)
        }
    }

    private func isFound(_ user: UserID, by viewer: UserID?) throws -> Bool {
        guard let viewer else { return true }
        return try store.read(GlimpReadModels.photos.name) {
            try !$0.blocking(between: viewer, and: user).contains(.byOther)
        }
    }

    /// The person with an id.
    /// - Throws: `user_not_found`.
    public func profile(of user: UserID, own: Bool = false) throws -> Answer<Profile> {
        try store.read(GlimpReadModels.accounts.name) { snapshot in
            Answer(try snapshot.profile(of: user, own: own), at: snapshot.position)
        }
    }

    /// Whose an e-mail address is, without regard to case; nil: nobody's.
    public func user(email: String) throws -> UserID? {
        try store.read(GlimpReadModels.accounts.name) { snapshot in
            try snapshot.get(AccountsProjection.key(email), in: AccountsProjection.byEmail)
                .map { try UserID(row: $0.user) }
        }
    }
}

extension Profile {
    init(_ account: Glimp_V1_Rows_Account, of user: UserID, own: Bool) throws {
        userID = user
        username = account.username
        displayName = account.displayName
        picture = account.hasPicture ? try Photo(row: account.picture) : nil
        registeredAt = Timestamp(row: account.registeredAt)
        email = own && account.hasEmail ? account.email : nil
    }
}

extension RowReading where Self: ~Copyable {
    func profile(of user: UserID, own: Bool) throws -> Profile {
        guard let account = try get(RowKey(user), in: AccountsProjection.byID) else {
            throw ReadModelError.userNotFound
        }
        return try Profile(account, of: user, own: own)
    }

    /// A person of a list, whose account may not be there yet: accounts are a group of their own.
    func person(_ user: UserID) throws -> PersonSummary {
        guard let account = try get(RowKey(user), in: AccountsProjection.byID) else {
            return PersonSummary(userID: user, username: "", displayName: "", picture: nil)
        }
        return PersonSummary(
            userID: user, username: account.username, displayName: account.displayName,
            picture: account.hasPicture ? try Photo(row: account.picture) : nil
        )
    }
}
