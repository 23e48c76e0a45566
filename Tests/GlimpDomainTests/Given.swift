import EventLog
import EventLogTesting
import FoundationEssentials
import SwiftProtobuf
import Synchronization

@testable import GlimpDomain

/// What happened before a command, and what happened elsewhere, out of its boundary.
struct Given {
    let events: [DomainEvent]
    let elsewhere: [DomainEvent]

    /// What is decided, read back from the events as they would be stored.
    func when(_ command: some GlimpCommand, at now: Timestamp = at(0)) throws -> Ruling {
        let handler = command.handler(
            context: CommandContext(actor: "test"),
            eventIDs: EventIDs(startingAt: uuid(0xE00)),
            sealing: command.personOfDetails.map(sealOnly) ?? .none
        )
        let scenario = GivenWhenThen(given: try stored(events), elsewhere: try stored(elsewhere))
        switch try scenario.when(handler, at: now) {
        case .accepted(let events):
            return .accepted(
                try events.map {
                    try DomainEvent(
                        id: $0.id, type: $0.type, schemaVersion: $0.schemaVersion, payload: $0.payload[...]
                    ).cleared()
                }
            )
        case .refused(let refusal): return .refused(refusal)
        }
    }

    /// As `when`, for a message from a signed-in person.
    func when<Command: CallerCommand>(
        _ command: Command.Type,
        by user: UserID,
        at now: Timestamp = at(0),
        _ fill: (inout Command.Wire) -> Void = { _ in }
    ) throws -> Ruling {
        var wire = Command.Wire()
        fill(&wire)
        let command: Command
        do {
            command = try Command(wire, by: .user(user), at: door())
        } catch {
            return .refused(error)
        }
        return try when(command, at: now)
    }

    /// Details of anybody else but the one whom the command announced can't be stored.
    private func sealOnly(_ person: UserID) -> DetailsSeal {
        DetailsSeal { clear, subject, name in
            guard subject == person else { throw DetailsError.unannounced }
            return try testSeal.seal(clear, subject, name)
        }
    }

    private func stored(_ events: [DomainEvent]) throws -> [Event] {
        try events.enumerated().map { try $1.event(id: uuid(0xD00 + UInt64($0))) }
    }
}

func given(_ events: DomainEvent..., elsewhere: [DomainEvent] = []) -> Given {
    Given(events: events, elsewhere: elsewhere)
}

/// A door where everybody of the tests is known by name, made ids count up, and the log ends at 100.
func door() -> Door {
    let ids = CountingIDs()
    return Door(
        hasher: hasher, head: Position(100), makeID: { ids.next() }, people: ["ada": ada, "ben": ben, "cleo": cleo])
}

/// Ids that count up from 0xF00.
final class CountingIDs: Sendable {
    private let number = Mutex<UInt64>(0xF00)

    func next() -> UUID {
        number.withLock { number in
            defer { number += 1 }
            return uuid(number)
        }
    }
}

extension Ruling {
    /// The code of the refusal; nil when it was accepted.
    var code: String? {
        if case .refused(let refusal) = self { refusal.code } else { nil }
    }

    /// What the refusal names.
    var subjects: [String] {
        if case .refused(let refusal) = self { refusal.subjects } else { [] }
    }
}
