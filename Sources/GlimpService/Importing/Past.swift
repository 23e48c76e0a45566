import EventLog
import GlimpDomain

/// Has commands happen in a past, one after the other, as ``Import`` does with lines: each at its time, and what was due
/// by then expires first.
///
/// For a log that this process keeps for itself.
package struct Past: Sendable {
    private let glimp: GlimpDirectory
    private let expiry: HistoricalExpiry

    package init(of glimp: GlimpDirectory) async throws {
        self.glimp = glimp
        expiry = try await HistoricalExpiry(log: glimp.log, keys: glimp.keys)
    }

    /// Decides a command as if it had been accepted at a time, no earlier than that of the one before.
    package func execute(
        _ command: ReceivedCommand, by sender: CommandBus.Sender, at time: Timestamp
    ) async throws -> Outcome {
        try await glimp.commands.claimUploads(of: [command], by: sender)
        return try await glimp.commands.submit(command, by: sender, id: nil, at: time, preceding: expiries(by: time))
            .outcome()
    }

    /// Has somebody fetch the picture of a snap that they have opened, at a time no earlier than that of what was before.
    package func fetch(_ snap: SnapID, by viewer: UserID, at time: Timestamp) async throws -> Outcome {
        let command = PreparedCommand(
            FetchSnap(snap: snap, viewer: viewer, session: nil),
            context: CommandContext(actor: Actor.user(viewer).rawValue), eventIDs: EventIDs(startingAt: FreshID.make()))
        return try await command.submit(to: glimp.log, at: time, preceding: expiries(by: time)).outcome()
    }

    private func expiries(by time: Timestamp) -> PreparedCommand.Preceding {
        { [expiry] transaction in try expiry.expire(dueBy: time, in: &transaction) }
    }
}
