import EventLog
import EventLogTesting
import Foundation
import GlimpDomain
import Projections
import Synchronization
import Testing

@testable import GlimpReadModels

/// A log with a clock that is set by hand, and the read models of what is in it.
final class Scene: Sendable {
    let log: InMemoryEventStore
    let store: ReadModelStore
    let models: ReadModels
    private let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/read-models-\(UUID().uuidString)"
        let start = Timestamp(seconds: 1_800_000_000)
        let erased = Erased()
        self.erased = erased
        // As keys that are destroyed would be.
        let opener = DetailsOpener { sealed, person, name in
            erased.contains(person) ? nil : try testOpen(sealed, name)
        }
        store = ReadModelStore(
            directory: path, groups: GlimpReadModels.all,
            context: PersonalReading(opener: opener, hasher: testHasher, term: digits))
        models = ReadModels(
            store,
            sealingCursors: CursorSeal(
                seal: { content, viewer in content.reversed() + "\(viewer)".utf8 },
                open: { sealed, viewer in
                    let subject = Array("\(viewer)".utf8)
                    return sealed.suffix(subject.count) == subject[...]
                        ? Array(sealed.dropLast(subject.count).reversed()) : nil
                }))
        let now = Switch(start)
        log = InMemoryEventStore(now: { now.value })
        self.now = now
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    let now: Switch
    private let erased: Erased

    /// From now on nothing of the person's opens.
    func erase(_ person: UserID) { erased.insert(person) }

    /// Appends events and returns the position of the last.
    @discardableResult
    func happen(_ events: [DomainEvent]) async throws -> Position {
        let events = try events.map { try $0.event(id: UUID(), sealing: testSeal) }
        return try await log.append(events, condition: nil, context: CommandContext(actor: "operator")).position
    }

    func catchUp() async throws {
        for group in GlimpReadModels.all { try await Projector(group, in: store, of: log).catchUp(through: log.head()) }
    }

    func register(_ name: String, email: String? = nil) async throws -> UserID {
        let user = UserID(rawValue: UUID())
        try await happen([.registered(user, name, email: email)])
        return user
    }
}

final class Switch: Sendable {
    private let content: Mutex<Timestamp>
    init(_ value: Timestamp) { content = Mutex(value) }
    var value: Timestamp {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

extension DomainEvent {
    static func registered(_ user: UserID, _ name: String, email: String? = nil) throws -> DomainEvent {
        .accountRegistered(
            AccountRegistered(
                user: user, username: name, usernameHash: testHasher.hash(try #require(Username(name))),
                email: try email.map {
                    .init(address: $0, hash: testHasher.hash(try #require(EmailAddress($0))))
                }, displayName: nil))
    }

    static func answered(_ request: GlimpRequestID, _ asker: UserID, _ answerer: UserID) throws -> DomainEvent {
        .glimpAnswered(
            GlimpAnswered(
                request: request, asker: asker, answerer: answerer, photo: try photo(request.rawValue),
                contentHash: try #require(KeyedHash(digits(request.description)))))
    }

    static func asked(
        _ request: GlimpRequestID, _ asker: UserID, _ answerer: UserID, until expiresAt: Timestamp
    ) -> DomainEvent {
        .glimpRequested(GlimpRequested(request: request, asker: asker, answerer: answerer, expiresAt: expiresAt))
    }

    static func friends(_ a: UserID, _ b: UserID) -> DomainEvent {
        .friendAccepted(FriendAccepted(inviter: a, accepter: b))
    }
}

/// Seals without a secret: the name, then the content.
let testSeal = DetailsSeal { clear, _, name in name + clear }

/// Opens what ``testSeal`` has sealed, under the same name.
private func testOpen(_ sealed: ArraySlice<UInt8>, _ name: [UInt8]) throws -> [UInt8] {
    guard sealed.starts(with: name) else { throw NotSealed() }
    return Array(sealed.dropFirst(name.count))
}

private final class Erased: Sendable {
    private let persons = Mutex<Set<UserID>>([])
    func insert(_ person: UserID) { _ = persons.withLock { $0.insert(person) } }
    func contains(_ person: UserID) -> Bool { persons.withLock { $0.contains(person) } }
}

struct NotSealed: Error {}

/// A hasher without a secret.
let testHasher = KeyedHasher { bytes in
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return (0..<16).map { UInt8(truncatingIfNeeded: hash >> (8 * ($0 % 8))) }
}

/// 32 digits that differ where the texts do.
func digits(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let text = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - text.count) + text
}

/// A photo whose content is told by `id`.
func photo(_ id: UUID) throws -> Photo {
    try #require(Photo(media: MediaID(rawValue: id), mime: "image/jpeg", width: 640, height: 640, bytes: 70_000))
}

/// SplitMix64: the same sequence for the same seed.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func uuid() -> UUID {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let (high, low) = (next(), next())
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: high, as: UInt64.self)
            $0.storeBytes(of: low, toByteOffset: 8, as: UInt64.self)
        }
        return UUID(uuid: bytes)
    }
}
