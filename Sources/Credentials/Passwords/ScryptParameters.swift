/// What one scrypt evaluation costs (RFC 7914).
public struct ScryptParameters: Hashable, Sendable {
    /// log₂ of N, which memory and time grow with.
    public var logN: Int
    public var r: Int
    public var p: Int

    /// By default 2¹⁵, 8, 1: 32 MiB and about 60 ms.
    public init(logN: Int = 15, r: Int = 8, p: Int = 1) {
        self.logN = logN
        self.r = r
        self.p = p
    }

    /// In bytes.
    public var memory: Int { 128 * r << logN }

    /// In units of one block mix; time is proportional to it.
    var work: Int { r * p << logN }

    /// What this program is willing to compute: a damaged row must not take the machine's memory.
    var isBounded: Bool { (1...20).contains(logN) && (1...32).contains(r) && (1...16).contains(p) }

    /// Whether a hash made with these should be made again with `today`.
    func isWeaker(than today: ScryptParameters) -> Bool { memory < today.memory || work < today.work }
}
