/// The load balancers of this deployment, which tell who calls through them.
struct TrustedProxies: Sendable {
    private let addresses: Set<String>

    init(_ addresses: [String]) { self.addresses = Set(addresses) }

    /// Who calls: the last address of `X-Forwarded-For` that is none of theirs. What stands before it came from the
    /// caller, who may write anything.
    /// - Parameters:
    ///   - peer: who is connected.
    ///   - fields: the values of `X-Forwarded-For`, in their order.
    func client(_ peer: String, forwarded fields: [String]) -> String {
        guard addresses.contains(peer) else { return peer }
        return fields.flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " } }.last {
            !addresses.contains($0)
        } ?? peer
    }
}
