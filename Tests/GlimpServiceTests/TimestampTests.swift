import EventLog
import Testing

import GlimpService

/// A time as it is shown.
@Suite struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (250_000, "1970-01-01T00:00:00.250Z"), (1, "1970-01-01T00:00:00.000001Z"),
            (-1, "1969-12-31T23:59:59.999999Z"), (1_577_836_800_000_000, "2020-01-01T00:00:00Z"),
            (10_000, "1970-01-01T00:00:00.010Z"),
        ])
    func isAsShortAsItGoes(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).rfc3339 == text)
    }
}
