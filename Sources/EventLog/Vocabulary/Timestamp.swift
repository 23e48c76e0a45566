import FoundationEssentials
import Glibc

/// A moment, in microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Hashable, Comparable, Sendable {
    public let microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }
    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        microseconds = seconds * 1_000_000 + Int64(nanoseconds) / 1_000
    }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 {
        microseconds >= 0 ? microseconds / 1_000_000 : -((999_999 - microseconds) / 1_000_000)
    }
    /// What `seconds` leaves over, in nanoseconds: 0 …< 1 000 000 000.
    public var nanoseconds: Int32 { Int32((microseconds - seconds * 1_000_000) * 1_000) }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

    public static func + (time: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(microseconds: time.microseconds + seconds * 1_000_000)
    }
}

extension Timestamp {
    /// The system's clock.
    public static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }
}

extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC, to the microsecond: `2026-11-21T09:30:00.250000Z`.
    public var description: String {
        guard Timestamp.fourDigitYears.contains(seconds) else { return foundationDescription }
        let (days, second) = seconds.dividedRoundingDown(by: 86_400)
        let (year, month, day) = Timestamp.date(days)
        return String(unsafeUninitializedCapacity: 27) { text in
            var place = 0
            func put(_ number: Int64, _ width: Int, _ after: Unicode.Scalar) {
                var rest = number
                for digit in stride(from: place + width - 1, through: place, by: -1) {
                    text[digit] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                text[place + width] = UInt8(ascii: after)
                place += width + 1
            }
            put(year, 4, "-")
            put(month, 2, "-")
            put(day, 2, "T")
            put(second / 3_600, 2, ":")
            put(second / 60 % 60, 2, ":")
            put(second % 60, 2, ".")
            put(Int64(nanoseconds) / 1_000, 6, "Z")
            return place
        }
    }

    /// The years 1 to 9999, in seconds since 1970.
    private static let fourDigitYears: Range<Int64> = -62_135_596_800..<253_402_300_800

    /// A day of the Gregorian calendar, by its number since 1970-01-01: days are counted from 1 March of the year 0, so
    /// that a leap day is the last of its year (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).dividedRoundingDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// What Foundation makes of it: a hundred times the work, for years that nobody means.
    var foundationDescription: String {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
        let fraction = String(nanoseconds / 1_000)
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(style).dropLast()
        return "\(whole).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)Z"
    }
}

extension Int64 {
    fileprivate func dividedRoundingDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
