public import EventLog

extension Timestamp {
    /// RFC 3339 in UTC as briefly as it goes, `2026-11-21T09:30:00Z` or `2026-11-21T09:30:00.250Z`: what answers show,
    /// and protobuf's JSON form, which payloads have.
    public var rfc3339: String {
        let text = description
        // To the microsecond, so `.000000Z` or `000Z` at the end of 27 bytes is what goes.
        let utf8 = text.utf8
        guard utf8.count == 27 else { return brief(text) }
        if microseconds.isMultiple(of: 1_000_000) {
            return String(text[..<utf8.index(utf8.startIndex, offsetBy: 19)]) + "Z"
        }
        if microseconds.isMultiple(of: 1_000) {
            return String(text[..<utf8.index(utf8.startIndex, offsetBy: 23)]) + "Z"
        }
        return text
    }

    private func brief(_ text: String) -> String {
        var text = text.dropLast()
        while text.hasSuffix("000") { text.removeLast(3) }
        if text.hasSuffix(".") { text.removeLast() }
        return text + "Z"
    }
}
