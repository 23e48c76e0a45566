/// A token bucket for each key. Pure: the time comes with the call, in seconds since some moment.
struct TokenBuckets<Key: Hashable> {
    /// What a bucket holds: so many seconds' worth.
    static var burstSeconds: Double { 10 }
    /// Keys that are kept; beyond it the full ones are forgotten, and if none is, all.
    static var maximumKeys: Int { 100_000 }

    private struct Bucket {
        var tokens: Double
        var filled: Double
    }
    private let perSecond: Double
    private var buckets: [Key: Bucket] = [:]

    init(perSecond: Double) { self.perSecond = perSecond }

    private var capacity: Double { max(1, perSecond * Self.burstSeconds) }

    /// Takes one token.
    /// - Returns: nil when there was one; else the seconds until there is.
    mutating func take(_ key: Key, at now: Double) -> Double? {
        if buckets[key] == nil, buckets.count >= Self.maximumKeys { forget(at: now) }
        var bucket = buckets[key] ?? Bucket(tokens: capacity, filled: now)
        bucket.tokens = tokens(in: bucket, at: now)
        bucket.filled = now
        let isThere = bucket.tokens >= 1
        if isThere { bucket.tokens -= 1 }
        buckets[key] = bucket
        return isThere ? nil : (1 - bucket.tokens) / perSecond
    }

    private func tokens(in bucket: Bucket, at now: Double) -> Double {
        min(capacity, bucket.tokens + max(0, now - bucket.filled) * perSecond)
    }

    private mutating func forget(at now: Double) {
        buckets = buckets.filter { tokens(in: $0.value, at: now) < capacity }
        if buckets.count >= Self.maximumKeys { buckets.removeAll() }
    }
}
