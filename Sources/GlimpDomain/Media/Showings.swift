import EventLog

/// How often uploads were shown to many: published, or posted to a feed.
///
/// Whether somebody may fetch an upload is asked of these events, each time it is fetched. So there is a bound.
struct Showings: Sendable {
    static let maximum = 100

    private struct Upload: Hashable, Sendable {
        let media: MediaID
        let owner: UserID
    }
    private var counts: [Upload: Int] = [:]

    mutating func add(_ media: MediaID, of owner: UserID) {
        counts[Upload(media: media, owner: owner), default: 0] += 1
    }

    func areTooMany(of media: MediaID, by owner: UserID) -> Bool {
        counts[Upload(media: media, owner: owner), default: 0] >= Self.maximum
    }
}

extension Refusal {
    static let shownTooOften = Refusal(
        "photo_shown_too_often", "An upload is published, and posted to feeds, at most 100 times each.")
}
