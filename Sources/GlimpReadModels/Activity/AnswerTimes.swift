/// How long answers took, as counts of fixed classes of seconds: at most 512, whatever there is to count.
///
/// Below 64 s a class is one second; from there on each doubling has 32 classes of equal width. The middle of a class is
/// at most half a second or a 64th (1.6 %) from any time in it. Requests are open for 7 days at most, and classes go
/// beyond 12.
struct AnswerTimes {
    private static let longest: Int64 = 1 << 20 - 1
    /// The classes that are not empty, ascending.
    private var counts: [UInt64: UInt64] = [:]

    /// The class of a time in microseconds.
    static func bucket(_ microseconds: Int64) -> UInt64 {
        let seconds = UInt64(min(max(0, microseconds / 1_000_000), longest))
        guard seconds >= 64 else { return seconds }
        let octave = UInt64(63 - seconds.leadingZeroBitCount)
        return 64 + (octave - 6) * 32 + (seconds >> (octave - 5) & 31)
    }

    /// The middle of a class, in seconds.
    static func middle(_ bucket: UInt64) -> Double {
        guard bucket >= 64 else { return Double(bucket) + 0.5 }
        let (octave, part) = (bucket - 64).quotientAndRemainder(dividingBy: 32)
        let width = Double(1 << min(octave + 1, 62) as UInt64)
        return (Double(32 + part) + 0.5) * width
    }

    mutating func add(_ count: UInt64, in bucket: UInt64) { counts[bucket, default: 0] += count }

    /// Half of the times are at most about this, in seconds; of an even number of times the lower one in the middle.
    var median: Double? {
        let total = counts.values.reduce(0, +)
        var passed: UInt64 = 0
        for (bucket, count) in counts.sorted(by: { $0.key < $1.key }) {
            passed += count
            if passed * 2 >= total { return Self.middle(bucket) }
        }
        return nil
    }
}
