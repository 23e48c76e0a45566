public import EventLog
import LMDB
import Synchronization

/// Every read model of a data directory, open once for the whole process: projectors write through it, queries read.
///
/// It follows the pointer to the current generation, whichever process moves it.
public final class ReadModelStore: Sendable {
    /// The directory with one directory a group.
    public let directory: String
    public let groups: [ProjectionGroup]
    /// What projections and queries use beside rows; see ``Rows/context``.
    let context: any Sendable
    /// Put together once: each answer looks at the pointer there.
    private let places: [String: GroupDirectory]
    let clock: @Sendable () -> Timestamp
    /// Told that a projector of this process has replaced rows that could not be read.
    let onRepair: @Sendable (_ group: String, Repair) -> Void
    private let open = Mutex<[String: Opened]>([:])
    /// What keeps a projector of this process from going on, by group.
    private let troubles = Mutex<[String: String]>([:])
    /// Of the groups that somebody in this process waits for, or has.
    let watchers = Mutex<[String: HeadWatcher]>([:])

    private struct Opened {
        /// nil: the pointer must be looked at.
        var stamp: FileStamp?
        var number: Int
        var generation: Generation
    }

    /// Opens nothing yet, and makes nothing.
    /// - Parameters:
    ///   - context: what projections and queries use beside rows: something that opens sealed values, for instance.
    ///   - onRepair: told of each group whose rows a projector of this process found damaged and has made again; also
    ///     found in ``GroupStatus/repair``, by any process.
    /// - Precondition: no two groups have one name.
    public init(
        directory: String, groups: [ProjectionGroup], context: any Sendable = (),
        clock: @escaping @Sendable () -> Timestamp = { .now() },
        onRepair: @escaping @Sendable (_ group: String, Repair) -> Void = { _, _ in }
    ) {
        precondition(Set(groups.map(\.name)).count == groups.count, "two groups have one name")
        self.directory = directory
        self.groups = groups
        self.context = context
        places = Dictionary(uniqueKeysWithValues: groups.map { ($0.name, GroupDirectory(directory, $0.name)) })
        self.clock = clock
        self.onRepair = onRepair
    }

    deinit { for watcher in watchers.withLock({ Array($0.values) }) { watcher.close() } }

    /// The group of this name.
    /// - Throws: `unknown_projection`.
    public func group(named name: String) throws(ProjectionError) -> ProjectionGroup {
        guard let group = groups.first(where: { $0.name == name }) else {
            let names = groups.map(\.name).joined(separator: ", ")
            throw ProjectionError(.unknownGroup, "there is no projection \(name); there are \(names)")
        }
        return group
    }

    func directory(of group: ProjectionGroup) -> GroupDirectory {
        places[group.name] ?? GroupDirectory(directory, group.name)
    }

    func report(_ error: (any Error)?, by group: ProjectionGroup) {
        troubles.withLock { $0[group.name] = error.map { "\($0)" } }
    }

    func trouble(of group: ProjectionGroup) -> String? { troubles.withLock { $0[group.name] } }

    /// The current generation and its number; nil when there is none.
    func current(_ group: ProjectionGroup) throws -> (number: Int, generation: Generation)? {
        let place = directory(of: group)
        return try open.withLock { open in
            // The pointer can move between reading it and opening what it names.
            for _ in 0..<20 {
                let stamp = try FileStamp(path: place.pointer)
                if let opened = open[group.name], opened.stamp == stamp, stamp != nil {
                    return (opened.number, opened.generation)
                }
                guard let number = try place.current() else {
                    open[group.name] = nil
                    return nil
                }
                if var opened = open[group.name], opened.number == number {
                    opened.stamp = stamp
                    open[group.name] = opened
                    continue
                }
                do {
                    let generation = try Generation(opening: place.generation(number), of: group)
                    open[group.name] = Opened(stamp: stamp, number: number, generation: generation)
                } catch let error as LMDBError where error.condition == .noSuchFile {
                    guard try place.current() == number else { continue }
                    throw ProjectionError(
                        .damaged, "\(place.generation(number)) is missing; rebuild \(group.name)")
                } catch let error as LMDBError where error.condition == .alreadyOpen {
                    // A reader that began before a swap there and back still holds it.
                    throw ProjectionError(.notReady, "\(place.generation(number)) is still being closed; try again")
                }
            }
            throw ProjectionError(.notReady, "the current generation of \(group.name) keeps changing; try again")
        }
    }
}
