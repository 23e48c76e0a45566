public import Crypto
public import FoundationEssentials

/// How a ``CredentialStore`` is opened and what its limits are. All processes on a directory should agree.
public struct CredentialsOptions: Sendable {
    /// Make the directory if it is missing.
    public var creates = false
    /// The key under which tokens, names and addresses are hashed, from the key store: who steals the file alone can
    /// then test no guess. nil: a random key that lies in the file. It can't be changed later.
    public var pepper: SymmetricKey?
    /// What a new password costs.
    public var scrypt = ScryptParameters()
    /// Passwords hashed at once; each holds a core and ``ScryptParameters/memory``. nil: all cores but one.
    public var hashingThreads: Int?
    /// Passwords that may wait for each thread; more are `busy`.
    public var hashesWaiting = 32
    /// Writes that may wait; more are `busy`.
    public var writesWaiting = 1_024
    /// Attempts of the same account, or of the same address, that may wait for those before; more are `busy`.
    public var attemptsWaiting = 1_024
    /// How long each of them may wait.
    public var attemptPatience = Duration.seconds(10)

    public var accessLifetime = Duration.seconds(3_600)
    /// From the last refresh.
    public var refreshLifetime = Duration.seconds(60 * 86_400)
    /// How long a refresh token that was used answers a repeated refresh as it did the first one.
    public var refreshGrace = Duration.seconds(60)
    public var sessionsAPerson = 50
    /// How exact ``Session/lastSeen`` is: it is written when it is older than this.
    public var lastSeenPrecision = Duration.seconds(900)
    /// How long an ended session is told from an unknown one.
    public var endedSessionsAreKnown = Duration.seconds(86_400)

    public var failuresOfAccount = SlowDown(free: 5)
    /// More patient: an address may be many people's.
    public var failuresOfAddress = SlowDown(free: 20)
    /// Accounts and addresses whose failures are counted; beyond it others are forgotten.
    public var failureRows = 200_000

    /// The most the file may grow to, in bytes.
    public var mapSize = 1 << 32

    /// The wall clock.
    public var now: @Sendable () -> Date = { Date() }
    /// So many bytes that nobody can guess.
    public var random: @Sendable (Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
    }

    public init() {}
}
