import EventLog
import GlimpDomain
import Testing

@testable import GlimpReadModels
@testable import GlimpService

/// A read model that does not move has nothing expired twice.
@Suite struct WrittenExpiriesTests {
    private let waiting = [10, 20, 30].map { seconds in
        WaitingRequest(
            request: GlimpRequestID(rawValue: FreshID.make()), expiresAt: Timestamp(microseconds: 0) + seconds)
    }
    private let now = Timestamp(microseconds: 0) + 20

    @Test func whatIsWrittenIsNotDueAgainWhileItStillShows() {
        var written = WrittenExpiries()
        #expect(written.due(of: waiting, at: now) == [waiting[0], waiting[1]])
        #expect(written.next(of: waiting) == waiting[0])
        written.note(waiting[0])
        #expect(written.due(of: waiting, at: now) == [waiting[1]])
        written.note(waiting[1])
        #expect(written.due(of: waiting, at: now).isEmpty)
        #expect(written.next(of: waiting) == waiting[2])
    }

    @Test func whatNoLongerWaitsIsForgotten() {
        var written = WrittenExpiries()
        for request in waiting { written.note(request) }
        #expect(written.due(of: [waiting[2]], at: now).isEmpty)
        #expect(written.count == 1)
        #expect(written.due(of: [], at: now).isEmpty)
        #expect(written.count == 0)
    }
}
