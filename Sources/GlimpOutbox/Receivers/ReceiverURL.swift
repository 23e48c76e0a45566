import Glibc

/// Where something is sent. Read strictly, and written anew from its parts: what two parsers might read in two ways is
/// none, so that the host that was looked at is the host that is called.
struct ReceiverURL: Hashable, Sendable {
    static let mostBytes = 2_048

    let isSecure: Bool
    /// A name in lower case, or an IP address without brackets.
    let host: String
    /// nil: the scheme's own.
    let port: Int?
    /// Path and query.
    let target: String
    let isAddress: Bool

    /// - Throws: `invalid_url` for what is no absolute URL of HTTP: https unless `allowsPlainHTTP`, with a host, without
    ///   user, password and fragment.
    init(_ text: String, allowsPlainHTTP: Bool) throws(OutboxError) {
        let isPrintable = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Self.odd.contains($0) }
        guard text.utf8.count <= Self.mostBytes, isPrintable else {
            throw Self.invalid("must have at most \(Self.mostBytes) bytes, percent-encoded")
        }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        let rest = text.dropFirst(scheme.utf8.count)
        guard rest.hasPrefix("://"), scheme == "https" || (scheme == "http" && allowsPlainHTTP) else {
            throw Self.invalid("must begin with https://")
        }
        isSecure = scheme == "https"
        let authority = rest.dropFirst(3).prefix { !"/?#".contains($0) }
        let target = rest.dropFirst(3 + authority.count)
        guard !target.contains("#"), !authority.contains("@") else {
            throw Self.invalid("may have neither user nor fragment")
        }
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
        let (host, port, isBracketed) = try Self.split(authority)
        if let port {
            guard let number = Int(port), (1...65_535).contains(number), port.allSatisfy(\.isNumber) else {
                throw Self.invalid("has no port from 1 to 65535")
            }
            self.port = number == (isSecure ? 443 : 80) ? nil : number
        } else {
            self.port = nil
        }
        let address = IPAddress(host)
        isAddress = address != nil
        let isName = !host.isEmpty && host.utf8.count <= 253 && host.utf8.allSatisfy(Self.isOfName)
        guard isBracketed ? address?.isVersion6 == true : address?.isVersion6 != true && isName else {
            throw Self.invalid("has no host; names of other alphabets are written in their xn-- form")
        }
        self.host = host
    }

    private static let odd = Set("\"<>\\^`{|}".utf8)

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func split(
        _ authority: Substring
    ) throws(OutboxError) -> (host: String, port: Substring?, isBracketed: Bool) {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw invalid("has no host") }
            let host = authority[authority.index(after: authority.startIndex)..<end].lowercased()
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw invalid("has no host") }
            return (host, rest.isEmpty ? nil : rest.dropFirst(), true)
        }
        guard let colon = authority.firstIndex(of: ":") else { return (authority.lowercased(), nil, false) }
        return (authority[..<colon].lowercased(), authority[authority.index(after: colon)...], false)
    }

    private static func invalid(_ what: String) -> OutboxError { OutboxError(.invalidURL, "The URL \(what).") }

    /// Scheme, host and port (RFC 6454): the audience of a VAPID token.
    var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(isSecure ? "https" : "http")://\(name)\(port.map { ":\($0)" } ?? "")"
    }

    var text: String { origin + target }
}
