import Credentials
import GlimpDomain
import Synchronization

/// How many requests a person, and an address, may make, through whichever door of this process.
final class RequestLimits: Sendable {
    private let persons: Mutex<TokenBuckets<UserID>>
    private let addresses: Mutex<TokenBuckets<ClientAddress>>
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    /// - Parameters: requests a second, in the long run.
    init(ofPerson: Double, ofAddress: Double) {
        persons = Mutex(TokenBuckets(perSecond: ofPerson))
        addresses = Mutex(TokenBuckets(perSecond: ofAddress))
        start = clock.now
    }

    /// - Throws: `too_many_requests`.
    func take(_ person: UserID) throws(LimitReached) {
        try require(persons.withLock { $0.take(person, at: now) })
    }

    /// - Parameter address: nil, or no address of the internet, is not counted.
    /// - Throws: `too_many_requests`.
    func take(address: String?) throws(LimitReached) {
        guard let address = address.flatMap({ ClientAddress($0) }) else { return }
        try require(addresses.withLock { $0.take(address, at: now) })
    }

    private var now: Double {
        let elapsed = (clock.now - start).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    }

    private func require(_ wait: Double?) throws(LimitReached) {
        guard let wait else { return }
        throw LimitReached(
            code: "too_many_requests", message: "Too many requests; wait a moment.",
            retryAfter: .seconds(max(1, Int(wait.rounded(.up)))))
    }
}
