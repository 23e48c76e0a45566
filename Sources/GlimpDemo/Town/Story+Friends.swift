import GlimpSchemas
import SwiftProtobuf

extension Story {
    /// Who are friends, and how many glimps they have shared.
    static let friendships: [(one: String, other: String, glimps: Int)] = [
        ("ada", "bo", 5), ("ada", "carla", 4), ("ada", "dov", 3), ("ada", "eun", 3), ("ada", "finn", 2),
        ("ada", "greta", 2), ("ada", "hana", 1), ("bo", "carla", 2), ("bo", "finn", 1), ("bo", "ivo", 1),
        ("bo", "kofi", 1), ("carla", "dov", 1), ("carla", "june", 2), ("dov", "eun", 1), ("eun", "hana", 1),
        ("finn", "greta", 2), ("greta", "lena", 2), ("hana", "ivo", 1), ("ivo", "june", 1), ("june", "kofi", 1),
        ("kofi", "lena", 1),
    ]

    mutating func tellFriendships() {
        for friendship in Self.friendships {
            let ago = random.between(11, 12.5) * day
            befriend(friendship.one, friendship.other, ago, after: random.between(5 * minute, 20 * hour))
        }
        // One that ada has not read of yet.
        befriend("ada", "lena", 12 * hour, after: 8 * hour)
        invite("june", "ada", 3 * day)
        invite("ivo", "ada", 5 * hour)
        invite("ada", "kofi", 2 * day)
        invite("carla", "lena", 20 * hour)
        invite("kofi", "greta", 6 * day)
        tell(5.5 * day, "greta") { _ in Glimp_V1_DeclineFriend.with { $0.inviter = "kofi" } }
        invite("finn", "hana", 4 * day)
        tell(3.5 * day, "finn") { _ in Glimp_V1_CancelInvitation.with { $0.invited = "hana" } }
        invite("finn", "june", 10 * day)
        tell(9.8 * day, "june") { _ in Glimp_V1_BlockUser.with { $0.user = "finn" } }
    }

    /// Whether one of them has blocked the other.
    static func areApart(_ one: String, _ other: String) -> Bool { Set([one, other]) == ["june", "finn"] }

    private mutating func invite(_ inviter: String, _ invited: String, _ ago: Double) {
        tell(ago, inviter) { _ in Glimp_V1_InviteFriend.with { $0.friend = invited } }
    }

    private mutating func befriend(_ one: String, _ other: String, _ ago: Double, after: Double) {
        invite(one, other, ago)
        tell(ago - after, other) { _ in Glimp_V1_AcceptFriend.with { $0.inviter = one } }
    }
}
