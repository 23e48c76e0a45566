public import EventLog

extension Timestamp {
    /// Whole seconds until this moment, a begun one counted; 0 when it is past.
    public func secondsLeft(at now: Timestamp) -> Int64 {
        max(0, (microseconds - now.microseconds + 999_999) / 1_000_000)
    }
}
