import Testing

@testable import GlimpOutbox

@Suite struct GapsTests {
    @Test func tenAttemptsOverMoreThanThreeDays() throws {
        let gaps = try (1...9).map { try #require(Gaps.next(failures: $0, jitter: 0)) }
        #expect(gaps == gaps.sorted() && gaps.first == 5_000_000 && gaps.last == 86_400_000_000)
        #expect(gaps.reduce(0, +) > 3 * 86_400_000_000)
        #expect(Gaps.next(failures: 10, jitter: 0) == nil && Gaps.next(failures: 0, jitter: 0) == nil)
    }

    @Test func jitterAddsAFifthAtMost() throws {
        #expect(Gaps.next(failures: 2, jitter: 0.5) == 330_000_000)
        #expect(try #require(Gaps.next(failures: 2, jitter: 0.999)) < 360_000_000)
    }

    @Test func whatTheReceiverAsksForIsGrantedUpToADay() {
        #expect(Gaps.next(failures: 1, jitter: 0, retryAfter: 60) == 60_000_000)
        #expect(Gaps.next(failures: 3, jitter: 0, retryAfter: 60) == 1_800_000_000)
        #expect(Gaps.next(failures: 1, jitter: 0, retryAfter: .max) == 86_400_000_000)
        #expect(Gaps.next(failures: 1, jitter: 0, retryAfter: -5) == 5_000_000)
    }
}
