import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

/// All feeds, each with its newest snaps.
struct FeedsView: AnswerView {
    let answer: Answer<[FeedSection]>
    private let now: Timestamp

    init(_ answer: Answer<[FeedSection]>, at now: Timestamp) {
        self.answer = answer
        self.now = now
    }

    func json() throws -> String { try JSONText.line(FeedsJSON(answer, at: now)) }

    var lines: [String] {
        answer.value.flatMap { $0.lines(at: now) }
    }
}

/// One feed.
struct FeedView: AnswerView {
    let answer: Answer<FeedSection>
    private let now: Timestamp

    init(_ answer: Answer<FeedSection>, at now: Timestamp) {
        self.answer = answer
        self.now = now
    }

    func json() throws -> String {
        try JSONText.line(FeedJSON(answer.value, at: now, position: answer.position))
    }

    var lines: [String] {
        answer.value.lines(at: now)
    }
}

extension FeedSection {
    fileprivate func lines(at now: Timestamp) -> [String] {
        var table = TextTable("from", "posted", "", "snap")
        for snap in snaps.items {
            table.add(
                snap.poster.username, snap.postedAt.age(at: now), snap.isOwn ? "own" : snap.isRead ? "read" : "unread",
                snap.snap.description)
        }
        return snaps.lines(feed.name, table)
    }
}
