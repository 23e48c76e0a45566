/// What a caller says that it accepts (RFC 9110, section 12.5.1).
enum Accepted {
    /// Whether WebP is named. That everything is accepted is said by programs that have never heard of it.
    static func webP(_ accept: [String]) -> Bool {
        accept.joined(separator: ",").split(separator: ",").contains { range in
            let parts = range.split(separator: ";").map { part in
                part.lowercased().filter { $0 != " " && $0 != "\t" }
            }
            guard parts.first == "image/webp" else { return false }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return weight != 0
        }
    }
}
