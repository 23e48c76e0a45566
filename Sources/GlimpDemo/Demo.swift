public import Credentials
public import EventLog
import GlimpDomain
public import GlimpService
import SwiftProtobuf

/// Fills an empty data directory with a small town, through the same commands, uploads and passwords that everybody
/// else has.
public struct Demo: Sendable {
    /// Everybody's.
    public static let password = "welcome-to-wrenhaven"

    /// What was made.
    public struct Made: Sendable {
        public let people: [String]
        /// Drawn, and uploaded.
        public let pictures: Int
        /// By type.
        public let events: [String: Int]
        /// Where the log ends.
        public let position: Position
    }

    private let story: Story

    /// - Parameter seed: the same seed, the same town: who does what when and what their pictures show, and the ids of
    ///   all that a caller may name. Photos, events and sealed files have ids of their own each time.
    public init(seed: UInt64) { story = Story(Seed(number: seed)) }

    /// - Parameters:
    ///   - glimp: opened for this process alone, without any event.
    ///   - progress: told now and then what it is at.
    /// - Throws: ``DemoError``; ``EventLogError``, ``MediaError``, ``CredentialsError``.
    public func fill(
        _ glimp: GlimpDirectory, _ credentials: CredentialStore, progress: @escaping @Sendable (String) -> Void
    ) async throws -> Made {
        guard try glimp.log.head() == .beginning else { throw DemoError.notEmpty(directory: glimp.path) }
        let steps = story.steps
        let media = try await Gallery(glimp.media, story).upload(steps, progress: progress)
        progress("living two weeks")
        // Drawing takes a while, and what is open is to be open for as long as it says.
        let end = Timestamp.now()
        let past = try await Past(of: glimp)
        for (number, step) in steps.enumerated() {
            let occasion = Step.Occasion(
                time: Timestamp(microseconds: end.microseconds - step.ago), position: try glimp.log.head(),
                media: media[number]?.description ?? "")
            try await perform(step, occasion, past)
        }
        for person in Person.all {
            progress("giving \(person.username) a password")
            let password = try await credentials.prepare(Password(Self.password))
            _ = try await credentials.setFirstPassword(password, of: story.user(person.username))
        }
        progress("making lists")
        try await glimp.catchUpReadModels()
        return Made(
            people: Person.all.map(\.username), pictures: media.count, events: try Self.count(glimp.log),
            position: try glimp.log.head())
    }

    private func perform(_ step: Step, _ occasion: Step.Occasion, _ past: Past) async throws {
        let who = UserID(rawValue: story.user(step.who))
        let (name, outcome): (String, Outcome)
        switch step.deed {
        case .command(let make):
            let message = make(occasion)
            name = String(type(of: message).protoMessageName.split(separator: ".").last ?? "")
            let command = try CommandCatalogue.receive(name, binary: message.serializedBytes())
            let sender: CommandBus.Sender = command.isRegistration ? .nobody : .actor(.user(who))
            outcome = try await past.execute(command, by: sender, at: occasion.time)
        case .fetch(let snap):
            name = "fetching snap \(snap)"
            guard let snap = SnapID(snap) else { return }
            outcome = try await past.fetch(snap, by: who, at: occasion.time)
        }
        if case .refused(let refusal) = outcome.result {
            throw DemoError.refused(command: name, by: step.who, refusal.code)
        }
    }

    private static func count(_ log: EventLog) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        var from = Position.beginning.next
        while true {
            let events = try log.read(.all, from: from, backwards: false, limit: 1_000)
            for event in events { counts["\(event.type)", default: 0] += 1 }
            guard let last = events.last else { return counts }
            from = last.position.next
        }
    }
}
