public import EventLog

extension Timestamp {
    /// RFC 3339 in UTC as briefly as it goes, `2026-11-21T09:30:00Z` or `2026-11-21T09:30:00.250Z`: what answers show,
    /// and protobuf's JSON form, which payloads have.
    public var rfc3339: String {
        var text = description.dropLast()
        while text.hasSuffix("000") { text.removeLast(3) }
        if text.hasSuffix(".") { text.removeLast() }
        return text + "Z"
    }
}
