import EventLog

// A type together with one tag is answered exactly by the index: a boundary costs what it holds, not what its people
// ever did.

extension QueryItem {
    /// Whether the person exists, and was not erased.
    static func account(_ user: UserID) -> QueryItem {
        QueryItem(types: [AccountRegistered.type, AccountErased.type], tags: [user.tag])
    }
}
