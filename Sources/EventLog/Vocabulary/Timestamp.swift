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
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
        let fraction = String(nanoseconds / 1_000)
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(style).dropLast()
        return "\(whole).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)Z"
    }
}
