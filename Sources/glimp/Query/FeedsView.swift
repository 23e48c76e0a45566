import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

/// All feeds, each with its newest snaps.
struct FeedsView: AnswerView {
    private let answer: Answer<[FeedSection]>
    private let now: Timestamp

    init(_ answer: Answer<[FeedSection]>, at now: Timestamp) {
        self.answer = answer
        self.now = now
    }

    func json() throws -> String { try JSONText.line(FeedsJSON(answer, at: now)) }

    func print() {
        for section in answer.value { section.print(at: now) }
        answer.printPosition()
    }
}

/// One feed.
struct FeedView: AnswerView {
    private let answer: Answer<FeedSection>
    private let now: Timestamp

    init(_ answer: Answer<FeedSection>, at now: Timestamp) {
        self.answer = answer
        self.now = now
    }

    func json() throws -> String {
        try JSONText.line(FeedJSON(answer.value, at: now, position: answer.position))
    }

    func print() {
        answer.value.print(at: now)
        answer.printPosition()
    }
}

extension FeedSection {
    fileprivate func print(at now: Timestamp) {
        var table = TextTable("from", "posted", "", "snap")
        for snap in snaps.items {
            table.add(
                snap.poster.username, snap.postedAt.age(at: now), snap.isRead ? "read" : "unread",
                snap.snap.description)
        }
        snaps.print(feed.name, table)
    }
}
