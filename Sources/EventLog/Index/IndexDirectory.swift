import LMDB

/// Where the generations of the index lie: `index/current` names the one in use, `index/<number>/` holds it.
struct IndexDirectory: Sendable {
    let path: String
    /// What a generation that is made again must agree with.
    let evidence: EvidenceDirectory
    let mapSize: Int
    /// Seconds to wait for another process that makes the index again and makes no progress.
    let busyTimeout: Double

    private var pointer: String { path + "/current" }

    func currentName() throws(EventLogError) -> String? {
        try FileSystem.read(pointer).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the pointer names this very generation, and not one of the same name in a directory made anew.
    func isInUse(_ generation: IndexGeneration) throws(EventLogError) -> Bool {
        let directory = generation.environment.directory
        guard try currentName() == FileSystem.name(of: directory) else { return false }
        return FileSystem.isSame(directory + "/data.mdb", as: generation.fileIdentity)
    }

    /// nil: there is none, or it can't be opened; either way it is made again.
    func openCurrent() -> IndexGeneration? {
        guard let name = try? currentName(), !name.isEmpty, !name.contains("/") else { return nil }
        return try? IndexGeneration(directory: "\(path)/\(name)", creates: false, mapSize: mapSize)
    }

    /// Makes a generation from the whole log aside, syncs it, points to it, and removes the older ones.
    ///
    /// One process does it at a time; the others wait and take over what it made.
    /// - Parameter damaged: the generation that is not to be used again; nil when there is no usable one.
    /// - Throws: ``EventLogError``, among them `busy` when the one that does it stands still, and `checkpoint_mismatch`
    ///   when the log is not the one that was signed.
    func rebuild(
        _ log: LogEnvironment, _ hasher: IndexHasher, replacing damaged: IndexGeneration? = nil
    ) throws -> (IndexGeneration, IndexCheckpoint) {
        try FileSystem.makeDirectory(path)
        let lock = try AdvisoryLock.wait(atMost: busyTimeout, for: path, progress: bytesBuilt) {
            () throws(EventLogError) in try AdvisoryLock(path + "/rebuild.lock", exclusive: true)
        }
        defer { withExtendedLifetime(lock) {} }
        let before = try currentName()
        if let before, before != damaged.map({ FileSystem.name(of: $0.environment.directory) }),
            let made = openCurrent()
        {
            let transaction = try log.environment.beginRead()
            if let checkpoint = try? made.environment.read({ try made.checkpoint($0) }),
                try Index.belongs(checkpoint, to: log, transaction)
            {
                return (made, checkpoint)
            }
        }
        let numbers = FileSystem.names(in: path).compactMap { Int($0) }
        let name = Self.name((numbers.max() ?? 0) + 1)
        let opened = try build(name, log, hasher)
        do { try evidence.requireAgreement(of: TreeSnapshot.take(log, opened)) } catch {
            opened.environment.close()
            FileSystem.remove("\(path)/\(name)")
            throw error
        }
        try FileSystem.replace(pointer, with: Array(name.utf8))
        for other in FileSystem.names(in: path) where other != name && Self.isGeneration(other) {
            FileSystem.remove("\(path)/\(other)")
        }
        guard let checkpoint = try opened.environment.read({ try opened.checkpoint($0) }) else {
            throw EventLogError(.corrupted, "the index just made in \(path)/\(name) has no checkpoint")
        }
        return (opened, checkpoint)
    }

    /// Of generation number `number`; in the order of their numbers the names are sorted.
    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    private static let unfinished = ".building"

    private static func isGeneration(_ name: String) -> Bool {
        name.allSatisfy(\.isNumber) || name.hasSuffix(unfinished)
    }

    /// How large the generation has become that somebody is making.
    private func bytesBuilt() -> Int {
        let building = FileSystem.names(in: path).filter { $0.hasSuffix(Self.unfinished) }
        return building.reduce(0) { $0 + FileSystem.size(of: "\(path)/\($1)/data.mdb") }
    }

    private func build(_ name: String, _ log: LogEnvironment, _ hasher: IndexHasher) throws -> IndexGeneration {
        let aside = "\(path)/\(name)\(Self.unfinished)"
        FileSystem.remove(aside)
        try FileSystem.makeDirectory(aside)
        let building = try IndexGeneration(directory: aside, creates: true, durability: .none, mapSize: mapSize)
        var first = try building.environment.beginWrite()
        try building.insert([], [], checkpoint: .beginning(of: log.id), &first)
        try first.commit()
        while try Index.advance(building, log, hasher) {}
        try building.environment.sync()
        building.environment.close()
        try FileSystem.sync(aside)
        try FileSystem.move(aside, to: "\(path)/\(name)")
        try FileSystem.sync(path)
        return try IndexGeneration(directory: "\(path)/\(name)", creates: false, mapSize: mapSize)
    }
}
