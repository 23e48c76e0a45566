public import EventLog
public import GlimpReadModels
import Projections

/// A data directory and everything that works on it in this process: what an executable composes.
public final class GlimpDirectory: Sendable {
    public let path: String
    public let log: EventLog
    public let keys: KeyStore
    public let people: PeopleDirectory
    public let commands: CommandBus
    public let readModels: ReadModels
    let projectors: [Projector]

    /// - Parameters:
    ///   - creates: make a missing data directory.
    ///   - access: what this process may do with the log.
    /// - Throws: ``EventLogError``.
    public init(_ path: String, creates: Bool, access: EventLogOptions.Access) throws {
        self.path = path
        var options = EventLogOptions()
        options.creates = creates
        options.access = access
        log = try EventLog(at: path, options: options) { aside in
            try KeyStore.create(in: aside)
            try FileSystem.makeDirectory(aside + "/projections")
        }
        keys = try KeyStore(directory: path)
        people = PeopleDirectory(log: log, hasher: keys.hasher)
        commands = CommandBus(log: log, keys: keys, people: people)
        let store = ReadModelStore(directory: path + "/projections", groups: GlimpReadModels.all)
        readModels = ReadModels(store)
        projectors = GlimpReadModels.all.map { [log] in Projector($0, in: store, of: log) }
    }

    /// Finishes what waits and closes the files.
    public func close() { log.close() }
}
