import EventLog

extension Relationship {
    /// What ends with a friendship, in one append: nobody but friends can ask each other for glimps.
    func endOfFriendship(_ me: UserID, _ other: UserID, at now: Timestamp) -> [DomainEvent] {
        [.friendRemoved(FriendRemoved(remover: me, removed: other))]
            + [(me, other), (other, me)].compactMap { asker, answerer in
                requests.request(from: asker, to: answerer, at: now).map { request in
                    .glimpRequestCancelled(GlimpRequestCancelled(request: request, asker: asker, answerer: answerer))
                }
            }
    }
}
