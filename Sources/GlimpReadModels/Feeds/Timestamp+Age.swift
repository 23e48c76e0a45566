public import EventLog

extension Timestamp {
    /// How long ago this moment was, in the words of the first app: `x minutes ago` up to and including one hour, then
    /// `x hours ago`, whole ones that have passed, and never in the singular.
    public func age(at now: Timestamp) -> String {
        let microseconds = max(0, now.microseconds - self.microseconds)
        let hour: Int64 = 3_600_000_000
        return microseconds <= hour
            ? "\(microseconds / 60_000_000) minutes ago" : "\(microseconds / hour) hours ago"
    }
}
