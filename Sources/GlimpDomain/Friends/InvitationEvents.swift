public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// Somebody asked to be friends, and waits for an answer.
public struct FriendInvited: PlainEventBody {
    public static let type: EventType = "FriendInvited"
    public let inviter: UserID
    public let invited: UserID

    public init(inviter: UserID, invited: UserID) {
        self.inviter = inviter
        self.invited = invited
    }

    public init(_ wire: Glimp_V1_FriendInvited) throws(MalformedField) {
        inviter = try UserID(stored: wire.inviter, "inviter")
        invited = try UserID(stored: wire.invited, "invited")
    }

    public var wire: Glimp_V1_FriendInvited {
        .with {
            $0.inviter = inviter.description
            $0.invited = invited.description
        }
    }

    public var tags: [Tag] { Pair(inviter, invited).tags }
}

/// The invited person said no; nothing is left of the invitation.
public struct FriendDeclined: PlainEventBody {
    public static let type: EventType = "FriendDeclined"
    public let inviter: UserID
    public let decliner: UserID

    public init(inviter: UserID, decliner: UserID) {
        self.inviter = inviter
        self.decliner = decliner
    }

    public init(_ wire: Glimp_V1_FriendDeclined) throws(MalformedField) {
        inviter = try UserID(stored: wire.inviter, "inviter")
        decliner = try UserID(stored: wire.decliner, "decliner")
    }

    public var wire: Glimp_V1_FriendDeclined {
        .with {
            $0.inviter = inviter.description
            $0.decliner = decliner.description
        }
    }

    public var tags: [Tag] { Pair(inviter, decliner).tags }
}

/// The inviter took the invitation back before it was answered.
public struct InvitationCancelled: PlainEventBody {
    public static let type: EventType = "InvitationCancelled"
    public let inviter: UserID
    public let invited: UserID

    public init(inviter: UserID, invited: UserID) {
        self.inviter = inviter
        self.invited = invited
    }

    public init(_ wire: Glimp_V1_InvitationCancelled) throws(MalformedField) {
        inviter = try UserID(stored: wire.inviter, "inviter")
        invited = try UserID(stored: wire.invited, "invited")
    }

    public var wire: Glimp_V1_InvitationCancelled {
        .with {
            $0.inviter = inviter.description
            $0.invited = invited.description
        }
    }

    public var tags: [Tag] { Pair(inviter, invited).tags }
}
