/// The load balancers of this deployment, which tell who calls through them.
struct TrustedProxies: Sendable {
    private let addresses: Set<String>

    init(_ addresses: [String]) { self.addresses = Set(addresses.map(Self.plain)) }

    /// As it is written elsewhere: a socket for both kinds shows an IPv4 address as a mapped one (RFC 4291, section
    /// 2.5.5.2).
    private static func plain(_ address: some StringProtocol) -> String {
        let bare = String(address.filter { !$0.isWhitespace }).lowercased()
        return bare.hasPrefix("::ffff:") && bare.contains(".") ? String(bare.dropFirst("::ffff:".count)) : bare
    }

    /// Who calls: the last address of `X-Forwarded-For` that is none of theirs. What stands before it came from the
    /// caller, who may write anything.
    /// - Parameters:
    ///   - peer: who is connected.
    ///   - fields: the values of `X-Forwarded-For`, in their order.
    func client(_ peer: String, forwarded fields: [String]) -> String {
        guard addresses.contains(Self.plain(peer)) else { return peer }
        return fields.flatMap { $0.split(separator: ",") }.map(Self.plain).last { !addresses.contains($0) } ?? peer
    }
}
