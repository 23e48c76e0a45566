import EventLog
import Foundation
import GlimpDomain
import Synchronization

@testable import GlimpService

/// A clock that moves when it is told to.
final class ManualClock: Sendable {
    private let wall: Mutex<Timestamp>
    private let boot = Mutex<Timestamp>(Timestamp(microseconds: 0))

    init(_ start: Timestamp = Timestamp(microseconds: 1_800_000_000_000_000)) { wall = Mutex(start) }

    var now: Timestamp { wall.withLock { $0 } }

    var watch: ClockWatch { ClockWatch(wall: { self.now }, boot: { self.boot.withLock { $0 } }) }

    /// Time passes.
    func pass(microseconds: Int64) {
        set(by: microseconds)
        boot.withLock { $0 = Timestamp(microseconds: $0.microseconds + microseconds) }
    }

    func pass(seconds: Int64) { pass(microseconds: seconds * 1_000_000) }

    /// Somebody sets the clock.
    func set(by microseconds: Int64) { wall.withLock { $0 = Timestamp(microseconds: $0.microseconds + microseconds) } }
}

/// A data directory in which ada and bob are friends, gone with it.
final class Service {
    let path: String
    let clock: ManualClock
    private(set) var glimp: GlimpDirectory

    init(clock: ManualClock = ManualClock()) async throws {
        path = FileManager.default.temporaryDirectory.appending(path: "glimp-\(UUID().uuidString)").path(
            percentEncoded: false)
        self.clock = clock
        glimp = try GlimpDirectory(path, creates: true, access: .shared, clock: clock.watch)
        try await send("RegisterAccount", #"{"username":"ada"}"#, as: "ada")
        try await send("RegisterAccount", #"{"username":"bob"}"#, as: "bob")
        try await send("InviteFriend", #"{"friend":"bob"}"#, as: "ada")
        try await send("AcceptFriend", #"{"inviter":"ada"}"#, as: "bob")
    }

    deinit {
        glimp.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    /// As a restart of the process would.
    func reopen(_ limits: MediaLimits = MediaLimits()) throws {
        glimp.close()
        glimp = try GlimpDirectory(path, creates: false, access: .shared, clock: clock.watch, mediaLimits: limits)
    }

    @discardableResult
    func send(_ command: String, _ body: String, as name: String) async throws -> Outcome {
        let received = try CommandCatalogue.receive(command, json: Array(body.utf8))
        let sender = try glimp.commands.sender(named: name, of: received)
        return try await glimp.commands.execute(received, by: sender, id: nil)
    }

    /// Ada asks bob, with a minute to answer.
    func ask(_ request: String = UUID().uuidString, seconds: Int = 60) async throws -> String {
        try await send(
            "RequestGlimp", #"{"friends":["bob"],"answerWithin":"\#(seconds)s","requests":["\#(request)"]}"#, as: "ada")
        return request
    }

    func answer(_ request: String) async throws -> Outcome {
        let digest = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        let photo =
            #"{"media":"\#(UUID().uuidString)","sha256":"\#(digest)","mime":"image/png","width":9,"height":9,"bytes":99}"#
        return try await send("AnswerGlimp", #"{"request":"\#(request)","photo":\#(photo)}"#, as: "bob")
    }

    /// An event as the service would append it.
    func stored(_ event: DomainEvent) throws -> Event {
        let person = (event.body as? any PersonalEventBody)?.person
        let seal = try person.map { try glimp.details.seal(of: $0, makesKey: true) }
        return try event.event(id: UUID(), sealing: seal ?? .none)
    }

    var expired: [SequencedEvent] { get throws { try glimp.events("GlimpExpired") } }
}

extension GlimpDirectory {
    func events(_ type: EventType) throws -> [SequencedEvent] {
        try log.read(Query(types: [type], tags: []), from: nil, backwards: false, limit: 1_000)
    }
}

extension Outcome {
    var isAccepted: Bool { refusalCode == nil }

    var refusalCode: String? {
        if case .refused(let refusal) = result { refusal.code } else { nil }
    }
}

struct TookTooLong: Error {}

/// Returns when `condition` holds.
func poll(within deadline: Duration = .seconds(30), _ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + deadline
    while try !condition() {
        guard ContinuousClock.now < end else { throw TookTooLong() }
        try await Task.sleep(for: .milliseconds(5))
    }
}
