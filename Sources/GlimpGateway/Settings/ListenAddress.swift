/// Where a server listens, as `HOST:PORT`; the host of an IPv6 address stands in brackets.
struct ListenAddress: CustomStringConvertible {
    static let form = "HOST:PORT"

    let host: String
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init(_ text: String) throws(Setting.Unfit) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), colon > text.startIndex
        else { throw Setting.Unfit(reason: "must be \(Self.form)") }
        let host = text[..<colon]
        self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host)
        self.port = port
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
