/// What the `Range` of a request comes to (RFC 9110, section 14): one range of bytes, or all.
enum ByteRange: Hashable {
    /// None was asked for, or in a way that may be passed over: several at once, another unit, no range at all.
    case whole
    case part(Range<Int>)
    /// It lies beyond the end: 416.
    case unsatisfiable

    /// - Parameters:
    ///   - header: the field's value; nil: none.
    ///   - length: of the content, at least 1.
    init(_ header: String?, of length: Int) {
        self = .whole
        guard let header, let equals = header.firstIndex(of: "="),
            header[..<equals].lowercased() == "bytes"
        else { return }
        let ends = header[header.index(after: equals)...].split(
            separator: "-", maxSplits: 1, omittingEmptySubsequences: false
        ).map { $0.trimmingSpaces }
        guard ends.count == 2 else { return }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, let last?) where first <= last:
            self = first < length ? .part(first..<min(last, length - 1) + 1) : .unsatisfiable
        case (let first?, nil) where ends[1].isEmpty:
            self = first < length ? .part(first..<length) : .unsatisfiable
        case (nil, let count?) where ends[0].isEmpty:
            self = count > 0 ? .part(max(0, length - count)..<length) : .unsatisfiable
        default: break
        }
    }

    /// Digits and nothing else; a number too large for any file counts as the largest.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text) ?? Int.max - 1
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = self
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
