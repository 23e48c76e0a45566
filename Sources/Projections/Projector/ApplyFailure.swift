import EventLog
import LMDB

/// An event that can't be applied: it stops the group. Unlike a full disk, which is waited out.
package struct ApplyFailure: Error {
    let event: SequencedEvent
    let projection: String
    let cause: any Error

    var position: Position { event.position }

    func stop(at time: Timestamp) -> Stop {
        Stop(
            position: event.position, eventID: event.id, type: event.type, reason: "\(projection): \(cause)",
            since: time
        )
    }
}

extension Stop {
    /// nil: `error` is no event that can't be read or applied.
    init?(_ error: any Error, at time: Timestamp) {
        switch error {
        case let failure as ApplyFailure:
            self = failure.stop(at: time)
        case let error as EventLogError where error.code == .corrupted:
            guard let position = error.position else { return nil }
            self.init(position: position, eventID: nil, type: nil, reason: error.message, since: time)
        default: return nil
        }
    }
}

extension ApplyFailure: CustomStringConvertible {
    package var description: String { "event \(event.position) \(event.type): \(projection): \(cause)" }
}

extension Rows {
    /// Gives the event to every member in turn, each with its own tables.
    mutating func apply(
        _ event: SequencedEvent, _ members: [(projection: any Projection, tables: [String: Table<[UInt8]>])]
    ) throws {
        position = event.position
        for member in members {
            tables = member.tables
            do {
                try member.projection.apply(event, to: &self)
            } catch let error as LMDBError where error.condition != .keyTooLong {
                throw error
            } catch {
                throw ApplyFailure(event: event, projection: member.projection.name, cause: error)
            }
        }
    }

    consuming func commit() throws {
        try transaction.commit()
    }
}
