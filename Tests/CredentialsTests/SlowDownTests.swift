import Foundation
import Testing

@testable import Credentials

@Suite struct SlowDownTests {
    let slowDown = SlowDown(free: 5)
    let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func after(_ failures: Int) -> SlowDown.Count {
        (0..<failures).reduce(SlowDown.Count()) { count, _ in slowDown.failed(count, at: start) }
    }

    @Test func delaysDoubleUpToTheLongest() {
        let delays = (0...20).map { slowDown.delay(after: $0).seconds }
        #expect(delays == [0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900])
        #expect(slowDown.delay(after: .max) == .seconds(900))
    }

    @Test func aWaitEndsWhenItHasPassed() {
        let count = after(8)
        #expect(slowDown.wait(count, at: start) == .seconds(4))
        #expect(slowDown.wait(count, at: start.addingTimeInterval(3)) == .seconds(1))
        #expect(slowDown.wait(count, at: start.addingTimeInterval(4)) == .zero)
    }

    @Test func timeForgives() {
        let count = after(8)
        #expect(!slowDown.isForgiven(count, at: start.addingTimeInterval(8 * 3_600 - 1)))
        #expect(slowDown.isForgiven(count, at: start.addingTimeInterval(8 * 3_600)))
        // Two are forgiven, one comes.
        #expect(slowDown.failed(count, at: start.addingTimeInterval(2 * 3_600)).failures == 7)
    }

    @Test func aClockThatIsSetBackWaitsNoLongerThanTheLongest() {
        #expect(slowDown.wait(after(8), at: start.addingTimeInterval(-86_400)) == .seconds(900))
        #expect(slowDown.wait(after(3), at: start.addingTimeInterval(-0.5)) <= .seconds(900))
    }

    /// A guesser who never stops gets four tries an hour in the long run, and all is forgiven in less than a day.
    @Test func countsAreBounded() {
        let count = after(1_000_000 / 1_000)
        #expect(count.failures == 16)
        #expect(slowDown.isForgiven(count, at: start.addingTimeInterval(86_400)))
        var guesses = 0
        var (count2, now) = (SlowDown.Count(), start)
        while now < start.addingTimeInterval(86_400) {
            now += max(1, slowDown.wait(count2, at: now).seconds)
            count2 = slowDown.failed(count2, at: now)
            guesses += 1
        }
        #expect((90...120).contains(guesses))
    }
}

@Suite struct ClientAddressTests {
    @Test func customersAreToldApartAndNotTheirMachines() {
        #expect(ClientAddress("192.0.2.1") != ClientAddress("192.0.2.2"))
        #expect(ClientAddress("2001:db8:1:2::1") == ClientAddress("2001:db8:1:2:ffff::9"))
        #expect(ClientAddress("2001:db8:1:2::1") != ClientAddress("2001:db8:1:3::1"))
        #expect(ClientAddress("::ffff:192.0.2.1") == ClientAddress("192.0.2.1"))
        #expect(ClientAddress("::ffff:192.0.2.1") != ClientAddress("::ffff:192.0.2.2"))
        #expect(ClientAddress("fe80::1%eth0") == ClientAddress("fe80::1"))
        for text in ["", "localhost", "192.0.2", "1.2.3.4:80", "2001:db8"] { #expect(ClientAddress(text) == nil) }
    }
}
