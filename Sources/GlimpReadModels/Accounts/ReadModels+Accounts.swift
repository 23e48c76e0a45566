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
            guard let name = Username(username),
                let owner = try snapshot.get(
                    RowKey(snapshot.personal.hasher.hash(name).description), in: AccountsProjection.byUsername),
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
            guard let address = EmailAddress(email) else { return nil }
            let key = RowKey(try snapshot.personal.hasher.hash(address).description)
            return try snapshot.get(key, in: AccountsProjection.byEmail).map { try UserID(row: $0.user) }
        }
    }
}

extension Snapshot {
    /// - Throws: `user_not_found`; `erased`.
    func profile(of user: UserID, own: Bool) throws -> Profile {
        guard let account = try get(RowKey(user), in: AccountsProjection.byID) else {
            throw ReadModelError.userNotFound
        }
        return try profile(account, of: user, own: own)
    }

    /// - Throws: `erased`.
    func profile(_ account: Glimp_V1_Rows_Account, of user: UserID, own: Bool) throws -> Profile {
        guard !account.erased, let names = try names(account, of: user) else { throw ReadModelError.erased(user) }
        var email: String?
        if own {
            email =
                account.email.isEmpty
                ? names.email : try opened(account.email, of: user, as: EmailDetails.self)?.email
        }
        return Profile(
            userID: user, username: names.username, displayName: names.displayName ?? "",
            picture: account.hasPicture ? try Photo(row: account.picture) : nil,
            registeredAt: Timestamp(row: account.registeredAt), email: email)
    }

    /// A person of a list, whose account may not be there yet: accounts are a group of their own.
    func person(_ user: UserID) throws -> PersonSummary {
        guard let account = try get(RowKey(user), in: AccountsProjection.byID) else {
            return PersonSummary(userID: user, username: "", displayName: "", picture: nil)
        }
        guard let names = try names(account, of: user) else {
            return PersonSummary(userID: user, username: "", displayName: "", picture: nil, isErased: true)
        }
        return PersonSummary(
            userID: user, username: names.username, displayName: names.displayName ?? "",
            picture: account.hasPicture ? try Photo(row: account.picture) : nil
        )
    }

    /// As they registered, with the name that they are shown with now; nil: erased.
    private func names(_ account: Glimp_V1_Rows_Account, of user: UserID) throws -> AccountDetails? {
        guard !account.erased else { return nil }
        guard let names = try opened(account.registered, of: user, as: AccountDetails.self) else { return nil }
        guard !account.displayName.isEmpty else { return names }
        return try opened(account.displayName, of: user, as: DisplayNameDetails.self).map {
            AccountDetails(username: names.username, email: names.email, displayName: $0.displayName)
        }
    }
}

extension ReadModelError {
    static func erased(_ user: UserID) -> ReadModelError {
        ReadModelError(.erased, "the user \(user) was erased")
    }
}
