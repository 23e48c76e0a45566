public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// The two are friends. The inviter is who had invited first.
public struct FriendAccepted: PlainEventBody {
    public static let type: EventType = "FriendAccepted"
    public let inviter: UserID
    public let accepter: UserID

    public init(inviter: UserID, accepter: UserID) {
        self.inviter = inviter
        self.accepter = accepter
    }

    public init(_ wire: Glimp_V1_FriendAccepted) throws(MalformedField) {
        inviter = try UserID(stored: wire.inviter, "inviter")
        accepter = try UserID(stored: wire.accepter, "accepter")
    }

    public var wire: Glimp_V1_FriendAccepted {
        .with {
            $0.inviter = inviter.description
            $0.accepter = accepter.description
        }
    }

    public var tags: [Tag] { Pair(inviter, accepter).tags }
}

/// The two are no longer friends; each side's open requests to the other were cancelled with it.
public struct FriendRemoved: PlainEventBody {
    public static let type: EventType = "FriendRemoved"
    public let remover: UserID
    public let removed: UserID

    public init(remover: UserID, removed: UserID) {
        self.remover = remover
        self.removed = removed
    }

    public init(_ wire: Glimp_V1_FriendRemoved) throws(MalformedField) {
        remover = try UserID(stored: wire.remover, "remover")
        removed = try UserID(stored: wire.removed, "removed")
    }

    public var wire: Glimp_V1_FriendRemoved {
        .with {
            $0.remover = remover.description
            $0.removed = removed.description
        }
    }

    public var tags: [Tag] { Pair(remover, removed).tags }
}

/// Whoever blocked is not found by the other from now on, and shares nothing with them any more.
public struct UserBlocked: PlainEventBody {
    public static let type: EventType = "UserBlocked"
    public let blocker: UserID
    public let blocked: UserID

    public init(blocker: UserID, blocked: UserID) {
        self.blocker = blocker
        self.blocked = blocked
    }

    public init(_ wire: Glimp_V1_UserBlocked) throws(MalformedField) {
        blocker = try UserID(stored: wire.blocker, "blocker")
        blocked = try UserID(stored: wire.blocked, "blocked")
    }

    public var wire: Glimp_V1_UserBlocked {
        .with {
            $0.blocker = blocker.description
            $0.blocked = blocked.description
        }
    }

    public var tags: [Tag] { Pair(blocker, blocked).tags }
}

/// The two can find and invite each other again; what the block ended stays ended.
public struct UserUnblocked: PlainEventBody {
    public static let type: EventType = "UserUnblocked"
    public let blocker: UserID
    public let blocked: UserID

    public init(blocker: UserID, blocked: UserID) {
        self.blocker = blocker
        self.blocked = blocked
    }

    public init(_ wire: Glimp_V1_UserUnblocked) throws(MalformedField) {
        blocker = try UserID(stored: wire.blocker, "blocker")
        blocked = try UserID(stored: wire.blocked, "blocked")
    }

    public var wire: Glimp_V1_UserUnblocked {
        .with {
            $0.blocker = blocker.description
            $0.blocked = blocked.description
        }
    }

    public var tags: [Tag] { Pair(blocker, blocked).tags }
}
