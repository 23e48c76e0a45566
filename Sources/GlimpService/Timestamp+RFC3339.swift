public import EventLog

extension Timestamp {
    /// RFC 3339 in UTC as briefly as it goes, `2026-11-21T09:30:00Z` or `2026-11-21T09:30:00.250Z`: what answers show,
    /// and protobuf's JSON form, which payloads have.
    public var rfc3339: String {
        let text = description
        // To the microsecond and of 27 bytes, unless the year has not four digits.
        guard text.utf8.count == 27 else { return brief(text) }
        if microseconds.isMultiple(of: 1_000_000) { return Self.cut(text, to: 19) }
        if microseconds.isMultiple(of: 1_000) { return Self.cut(text, to: 23) }
        return text
    }

    /// So many bytes of it, and `Z`.
    private static func cut(_ text: String, to count: Int) -> String {
        String(unsafeUninitializedCapacity: count + 1) { bytes in
            var place = 0
            for byte in text.utf8.prefix(count) {
                bytes[place] = byte
                place += 1
            }
            bytes[place] = UInt8(ascii: "Z")
            return count + 1
        }
    }

    private func brief(_ text: String) -> String {
        var text = text.dropLast()
        while text.hasSuffix("000") { text.removeLast(3) }
        if text.hasSuffix(".") { text.removeLast() }
        return text + "Z"
    }
}
