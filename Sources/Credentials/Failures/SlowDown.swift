import FoundationEssentials

/// How failures slow down what follows: some are free, then each doubles the wait, and time forgives. Pure.
public struct SlowDown: Hashable, Sendable {
    /// Failures without a wait.
    public var free: Int
    /// The wait after the first that is not free.
    public var first: Duration
    public var longest: Duration
    /// One failure is forgotten each time so long has passed since the last.
    public var forgivesOneAfter: Duration

    public init(
        free: Int, first: Duration = .seconds(1), longest: Duration = .seconds(900),
        forgivesOneAfter: Duration = .seconds(3_600)
    ) {
        self.free = free
        self.first = first
        self.longest = longest
        self.forgivesOneAfter = forgivesOneAfter
    }

    /// What is known of an account's or address's failures.
    struct Count: Equatable, Sendable {
        var failures = 0
        var last = Date(timeIntervalSince1970: 0)
    }

    /// The wait after so many failures.
    func delay(after failures: Int) -> Duration {
        guard failures > free else { return .zero }
        // Doubled so often it is beyond every `longest`, and never out of bounds.
        let doublings = min(failures - free - 1, 40)
        return min(longest, .seconds(first.seconds * Double(1 << doublings)))
    }

    /// How long from `now` until an attempt is looked at; zero: at once.
    func wait(_ count: Count, at now: Date) -> Duration {
        let left = count.last.timeIntervalSince(now) + delay(after: remaining(count, at: now)).seconds
        // A clock that was set back does not make it longer than it ever was.
        return left > 0 ? min(.seconds(left), longest) : .zero
    }

    /// With one more failure.
    func failed(_ count: Count, at now: Date) -> Count {
        // More would only take longer to forgive: the longest wait is reached.
        Count(failures: min(remaining(count, at: now) + 1, mostCounted), last: now)
    }

    /// Whether nothing is left to be remembered.
    func isForgiven(_ count: Count, at now: Date) -> Bool { remaining(count, at: now) == 0 }

    /// The failures that time has not forgiven.
    private func remaining(_ count: Count, at now: Date) -> Int {
        let passed = max(0, now.timeIntervalSince(count.last))
        return max(0, count.failures - Int(passed / forgivesOneAfter.seconds))
    }

    private var mostCounted: Int {
        var failures = free + 1
        while delay(after: failures) < longest, failures < free + 41 { failures += 1 }
        return failures
    }
}
