import Glibc

/// Where a request came from, as far as failures are counted by it: an IPv4 address, or the first 64 bits of an IPv6
/// one, since a single customer has at least those (RFC 6177).
public struct ClientAddress: Hashable, Sendable, Redacted {
    /// 4 or 8.
    let bytes: [UInt8]

    /// - Returns: nil when the text is no numeric address.
    public init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four.s_addr) { Array($0) }
            return
        }
        // The zone of a link-local address is this machine's own business.
        let address = String(text.prefix { $0 != "%" })
        var six = in6_addr()
        guard inet_pton(AF_INET6, address, &six) == 1 else { return nil }
        let all = withUnsafeBytes(of: six) { Array($0) }
        // An IPv4 address as a socket for both shows it (RFC 4291, section 2.5.5.2): all of them share one /64.
        let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = isMapped ? Array(all.suffix(4)) : Array(all.prefix(8))
    }
}
