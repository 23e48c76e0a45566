import EventLog

/// Who has blocked whom, as far as a boundary shows.
public struct Blocks: Sendable {
    private struct Block: Hashable {
        let blocker: UserID
        let blocked: UserID
    }

    private var standing: Set<Block> = []

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .userBlocked(let event): standing.insert(Block(blocker: event.blocker, blocked: event.blocked))
        case .userUnblocked(let event): standing.remove(Block(blocker: event.blocker, blocked: event.blocked))
        default: break
        }
    }

    func hasBlocked(_ blocker: UserID, _ blocked: UserID) -> Bool {
        standing.contains(Block(blocker: blocker, blocked: blocked))
    }
}

extension QueryItem {
    /// Every block of the person, and by the person: for what is named by an id of its own, whose owner only its events
    /// tell. It costs as many events as the person has had blocks.
    static func blocks(of user: UserID) -> QueryItem { QueryItem(types: .blocks, tags: [user.tag]) }
}
