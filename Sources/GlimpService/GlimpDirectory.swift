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
    public let media: MediaStore
    public let erasing: Erasing
    package let personKeys: PersonKeys
    /// Opens what events say of persons.
    public let details: EventDetails
    let projectors: [Projector]
    /// Watched for as long as the directory is open: nothing expires after a jump, whoever asks.
    package let clock: ClockWatch

    /// - Parameters:
    ///   - creates: make a missing data directory.
    ///   - access: what this process may do with the log.
    ///   - mediaLimits: how large an upload may be.
    ///   - onRepair: told, for people, of read models that this process found damaged and has made again.
    ///   - onCommit: told of each commit of this process; see ``EventLogOptions/onCommit``.
    /// - Throws: ``EventLogError``.
    public convenience init(
        _ path: String, creates: Bool, access: EventLogOptions.Access, mediaLimits: MediaLimits = MediaLimits(),
        onRepair: @escaping @Sendable (String) -> Void = { _ in },
        onCommit: @escaping @Sendable (EventLogOptions.Commit) -> Void = { _ in }
    ) throws {
        try self.init(
            path, creates: creates, access: access, clock: ClockWatch(), mediaLimits: mediaLimits, onRepair: onRepair,
            onCommit: onCommit)
    }

    init(
        _ path: String, creates: Bool, access: EventLogOptions.Access, clock: ClockWatch,
        mediaLimits: MediaLimits = MediaLimits(),
        onRepair: @escaping @Sendable (String) -> Void = { _ in },
        onCommit: @escaping @Sendable (EventLogOptions.Commit) -> Void = { _ in }
    ) throws {
        try Self.requireDirectory(path)
        self.path = path
        self.clock = clock
        var options = EventLogOptions()
        options.creates = creates
        options.access = access
        options.now = { clock.now() }
        options.onCommit = onCommit
        log = try EventLog(at: path, options: options) { aside in
            try KeyStore.create(in: aside)
            try FileSystem.makeDirectory(aside + "/projections")
        }
        keys = try KeyStore(directory: path)
        personKeys = PersonKeys(path + "/keys")
        try personKeys.check()
        details = EventDetails(with: personKeys)
        try keys.check(against: log, details, path)
        media = MediaStore(
            path + "/media", keys: personKeys, hasher: keys.hasher, limits: mediaLimits, isReadOnly: access == .reading,
            now: { clock.now() })
        erasing = Erasing(log: log, keys: personKeys, media: media)
        try erasing.destroyKeys()
        let strangers = Strangers(log: log, hasher: keys.hasher)
        people = PeopleDirectory(log: log, hasher: keys.hasher, strangers: strangers)
        commands = CommandBus(
            log: log, keys: keys, people: people, strangers: strangers, media: media, details: details,
            erasing: erasing)
        let store = ReadModelStore(
            directory: path + "/projections", groups: GlimpReadModels.all,
            context: PersonalReading(opener: details.opener, hasher: keys.hasher, term: keys.termHash),
            onRepair: { onRepair("the rows of \($0) were damaged and are made again from the log: \($1.reason)") })
        readModels = ReadModels(store, sealingCursors: keys.cursorSeal)
        projectors = GlimpReadModels.all.map { [log] in Projector($0, in: store, of: log) }
    }

    private static func requireDirectory(_ path: String) throws(EventLogError) {
        guard FileSystem.exists(path), !FileSystem.exists(path + "/.") else { return }
        throw EventLogError(.notFound, "\(path) is a file, not a data directory")
    }

    /// Finishes what waits and closes the files.
    public func close() {
        log.close()
        // What the log was asked to do last may look at claims.
        media.close()
        personKeys.close()
    }
}
