import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain
import Synchronization

/// Ids for what comes without one.
package enum FreshID {
    private static let random = Mutex(RandomPool())

    /// A UUID of version 7.
    @Sendable
    package static func make() -> UUID { random.withLock { UUID.version7(at: .now(), random: &$0) } }
}

/// Random numbers thirty-two at a time: a system call for each costs more than the rest of an id.
private struct RandomPool: RandomNumberGenerator {
    private static let size = SymmetricKeySize(bitCount: 32 * UInt64.bitWidth)
    private var numbers: [UInt64] = []

    mutating func next() -> UInt64 {
        if numbers.isEmpty {
            numbers = SymmetricKey(size: Self.size).withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
        }
        return numbers.removeLast()
    }
}
