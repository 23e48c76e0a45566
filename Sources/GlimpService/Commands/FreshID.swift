import EventLog
import FoundationEssentials
import GlimpDomain

/// Ids for what comes without one.
enum FreshID {
    /// A UUID of version 7.
    @Sendable
    static func make() -> UUID {
        var random = SystemRandomNumberGenerator()
        return UUID.version7(at: .now(), random: &random)
    }
}
