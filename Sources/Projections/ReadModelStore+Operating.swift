public import EventLog
import LMDB

extension ReadModelStore {
    /// Lets a stopped group try again, whichever process owns it.
    /// - Returns: where it had stopped; nil when it had not.
    /// - Throws: `unknown_projection`; `projection_damaged`.
    @discardableResult
    public func retry(_ group: String) throws -> Stop? {
        let group = try self.group(named: group)
        guard let (_, generation) = try current(group), try generation.summary().stop != nil else { return nil }
        return try generation.environment.write { transaction in
            let stop = try generation.stop(in: transaction)
            try generation.set(nil, in: &transaction)
            return stop
        }
    }
}

/// A group as an operator sees it.
public struct GroupStatus: Sendable {
    public enum State: Hashable, Sendable {
        case live
        /// The rows are of an older version, of another log, or none yet; or a new generation is being filled.
        case building
        case stopped(Stop)
        /// The rows can't be read, and why. Whoever owns the group next makes others from the log.
        case damaged(String)
    }
    public enum Owner: Hashable, Sendable {
        case nobody
        /// This process or another.
        case somebody
    }
    public var name: String
    /// As this program has them.
    public var members: [ProjectionVersion]
    /// What made the rows in use; empty when there are none.
    public var rowsMadeBy: [ProjectionVersion]
    /// nil: there are no rows yet.
    public var generation: Int?
    public var position: Position
    /// Events of the log that the rows have not seen.
    public var lag: UInt64
    public var state: State
    public var owner: Owner
    /// That the rows in use were made because the ones before could not be read; nil: they were not.
    public var repair: Repair?
    /// What keeps this process's projector from going on, if anything: a full disk.
    public var trouble: String?
}

extension ReadModelStore {
    /// How each group stands, compared with `log`.
    public func list(comparedWith log: any EventStore) throws -> [GroupStatus] {
        try groups.map { try status(of: $0, log) }
    }

    private func status(of group: ProjectionGroup, _ log: any EventStore) throws -> GroupStatus {
        let place = directory(of: group)
        var status = GroupStatus(
            name: group.name, members: group.versions, rowsMadeBy: [], generation: nil, position: .beginning, lag: 0,
            state: .building, owner: try GroupLock.isHeld(place.ownerLock) ? .somebody : .nobody, repair: nil,
            trouble: trouble(of: group)
        )
        switch try standing(of: group) {
        case .none: break
        case .unreadable(let error): status.state = .damaged("\(error)")
        case .usable(let number, let generation, let checkpoint, let stop):
            status.generation = number
            status.rowsMadeBy = checkpoint.versions
            status.position = checkpoint.position
            status.repair = try generation.repair()
            if let stop {
                status.state = .stopped(stop)
            } else if try checkpoint.versions == group.versions && checkpoint.belongs(to: log)
                && !GroupLock.isHeld(place.rebuildLock)
            {
                status.state = .live
            }
        }
        let head = try log.head()
        status.lag = head > status.position ? head.rawValue - status.position.rawValue : 0
        return status
    }
}
