/// How long until the next attempt, as Standard Webhooks suggests: ten attempts over more than three days.
enum Gaps {
    /// In seconds, after each failure.
    static let seconds: [Int64] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

    /// - Parameters:
    ///   - failures: one after the other, the last one included.
    ///   - jitter: 0 …< 1; so that receivers that failed at the same moment are not tried at the same moment.
    ///   - retryAfter: what the receiver asks for, in seconds; at most a day of it is granted.
    /// - Returns: in microseconds; nil: there is no further attempt.
    static func next(failures: Int, jitter: Double, retryAfter: Int64? = nil) -> Int64? {
        guard (1...seconds.count).contains(failures) else { return nil }
        let gap = max(seconds[failures - 1], min(retryAfter ?? 0, 86_400))
        return gap * 1_000_000 + Int64(Double(gap) * 200_000 * jitter)
    }
}
