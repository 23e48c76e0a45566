import EventLog

extension Refusal {
    static let noInvitation = Refusal("no_invitation", "There is no open invitation.")
    static let toOneself = Refusal("self", "That is yourself.")
    static let blocked = Refusal("blocked", "You have blocked this person.")
    static let unblockedTooOften = Refusal(
        "unblocked_too_often", "You have unblocked this person twenty times; the block stays.")
    static let alreadyFriends = Refusal("already_friends", "You are friends already.")
    static let alreadyInvited = Refusal("already_invited", "Your invitation is open already.")
    static func notFriends(_ people: [String]) -> Refusal {
        Refusal("not_friends", "Not a friend of yours.", subjects: people)
    }
}
