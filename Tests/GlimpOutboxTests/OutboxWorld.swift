import EventLog
import Foundation
import GlimpDomain
import Logging
import Synchronization
import Testing

@testable import GlimpOutbox
@testable import GlimpService

/// A clock that moves when it is told to.
final class ManualClock: Sendable {
    private let time = Mutex(Timestamp(microseconds: 1_800_000_000_000_000))

    var now: Timestamp { time.withLock { $0 } }
    var watch: ClockWatch { ClockWatch(wall: { self.now }, boot: { self.now }) }

    func pass(seconds: Int64) { time.withLock { $0 = $0 + seconds } }
}

/// A data directory in which ada and bob are friends, with its outbox; gone with it.
final class OutboxWorld {
    let path: String
    let clock = ManualClock()
    private(set) var glimp: GlimpDirectory
    private(set) var outbox: Outbox
    private(set) var ada = UserID(rawValue: UUID())
    private(set) var bob = UserID(rawValue: UUID())
    private let limits: OutboxLimits
    private let names: [String: [String]]

    /// - Parameter names: what names resolve to.
    init(names: [String: [String]] = [:], _ change: (inout OutboxLimits) -> Void = { _ in }) async throws {
        var limits = OutboxLimits()
        limits.allowsPlainHTTP = true
        limits.allowsPrivateAddresses = true
        change(&limits)
        (self.limits, self.names) = (limits, names)
        path = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)").path(
            percentEncoded: false)
        glimp = try GlimpDirectory(path, creates: true, access: .shared, clock: clock.watch)
        outbox = Self.outbox(glimp, limits, names)
        for name in ["ada", "bob", "eve"] { try await send("RegisterAccount", #"{"username":"\#(name)"}"#, as: name) }
        ada = try #require(try glimp.people.find("ada"))
        bob = try #require(try glimp.people.find("bob"))
        try await send("InviteFriend", #"{"friend":"bob"}"#, as: "ada")
        try await send("AcceptFriend", #"{"inviter":"ada"}"#, as: "bob")
    }

    deinit {
        outbox.close()
        glimp.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func outbox(
        _ glimp: GlimpDirectory, _ limits: OutboxLimits, _ names: [String: [String]]
    ) -> Outbox {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let resolver = Resolver { name in
            guard let addresses = names[name] else { throw Resolver.Failure(reason: "its name has no address") }
            return addresses.compactMap { IPAddress($0) }
        }
        return Outbox(glimp, limits: limits, logger: logger, resolver: resolver, jitter: { 0 })
    }

    /// As a restart of the process would.
    func reopen() throws {
        outbox.close()
        glimp.close()
        glimp = try GlimpDirectory(path, creates: false, access: .shared, clock: clock.watch)
        outbox = Self.outbox(glimp, limits, names)
    }

    /// As restoring a backup would.
    func replaceLog(with backup: String) throws {
        outbox.close()
        glimp.close()
        for part in ["log", "index", "projections"] { try FileManager.default.removeItem(atPath: "\(path)/\(part)") }
        try FileManager.default.copyItem(atPath: backup, toPath: path + "/log")
        try FileManager.default.createDirectory(atPath: path + "/projections", withIntermediateDirectories: false)
        try reopen()
    }

    func replaceOutbox(with other: String) throws {
        outbox.close()
        try FileManager.default.removeItem(atPath: path + "/outbox")
        try FileManager.default.moveItem(atPath: other, toPath: path + "/outbox")
        outbox = Self.outbox(glimp, limits, names)
    }

    @discardableResult
    func send(_ command: String, _ body: String, as name: String) async throws -> Outcome {
        let received = try CommandCatalogue.receive(command, json: Array(body.utf8))
        let sender = try glimp.commands.sender(named: name, of: received)
        return try await glimp.commands.execute(received, by: sender, id: nil)
    }

    /// Ada asks bob.
    @discardableResult
    func ask(minutes: Int = 60) async throws -> String {
        let request = UUID().uuidString.lowercased()
        try await send(
            "RequestGlimp", #"{"friends":["bob"],"answerWithin":"\#(minutes * 60)s","requests":["\#(request)"]}"#,
            as: "ada")
        return request
    }

    func answer(_ request: String) async throws {
        let digest = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        let photo =
            #"{"media":"\#(UUID().uuidString)","sha256":"\#(digest)","mime":"image/png","width":9,"height":9,"bytes":9}"#
        try await send("AnswerGlimp", #"{"request":"\#(request)","photo":\#(photo)}"#, as: "bob")
    }

    /// Something that bob is told and that has no end: eve invites him, after he has turned her down.
    func inviteBob() async throws {
        try await send("DeclineFriend", #"{"inviter":"eve"}"#, as: "bob")
        try await send("InviteFriend", #"{"friend":"bob"}"#, as: "eve")
    }

    /// One look at the log, and one at what is due.
    func pass() async throws {
        try await react()
        try await outbox.sender().sendDue()
    }

    func react() async throws {
        try await glimp.catchUpReadModels()
        try await outbox.reactor().catchUp()
    }

    func waiting(_ channel: Channel = .webhook) throws -> Int {
        try outbox.reactor().store.waitingCount(channel)
    }

    func standing(_ subscription: OutboxSubscription) throws -> OutboxSubscription.Standing {
        try outbox.subscription(subscription.id, of: nil).standing
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
