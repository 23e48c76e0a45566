import GlimpDomain
import HTTPTypes
import Synchronization

/// How many requests a person, and an address, may make.
final class RequestLimits: Sendable {
    private let persons: Mutex<TokenBuckets<UserID>>
    private let addresses: Mutex<TokenBuckets<String>>
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    init(_ configuration: GatewayConfiguration) {
        persons = Mutex(TokenBuckets(perSecond: configuration.requestsOfPerson))
        addresses = Mutex(TokenBuckets(perSecond: configuration.requestsOfAddress))
        start = clock.now
    }

    /// - Throws: 429 with the seconds to wait.
    func take(_ caller: Caller) throws(Problem) {
        guard case .person(let user, _) = caller else { return }
        try require(persons.withLock { $0.take(user, at: now) })
    }

    /// - Throws: 429 with the seconds to wait.
    func take(address: String?) throws(Problem) {
        guard let address else { return }
        try require(addresses.withLock { $0.take(address, at: now) })
    }

    private var now: Double {
        let elapsed = (clock.now - start).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    }

    private func require(_ wait: Double?) throws(Problem) {
        guard let wait else { return }
        var problem = Problem(.tooManyRequests, "too_many_requests", "Too many requests; wait a moment.")
        problem.retryAfter = max(1, Int(wait.rounded(.up)))
        throw problem
    }
}
