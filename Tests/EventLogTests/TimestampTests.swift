import Testing

@testable import EventLog

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (1_709_251_199_250_000, "2024-02-29T23:59:59.250000Z"),
            (4_107_542_400_000_001, "2100-03-01T00:00:00.000001Z"),
            (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
        ] as [(Int64, String)])
    func aMomentIsWrittenInUTC(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).description == text)
    }

    @Test func anyMomentIsWrittenAsFoundationDoes() {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            // From the calendar's reform on: before it, Foundation counts by another one.
            let moment = Timestamp(
                microseconds: .random(in: -12_219_292_800_000_000..<253_402_300_800_000_000, using: &random))
            #expect(moment.description == moment.foundationDescription)
        }
    }
}
