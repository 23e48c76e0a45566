import EventLog
import LMDB

/// One generation of a group's rows: its environment and tables. Closed when the last who uses it lets go.
final class Generation: Sendable {
    static let metaTable = "meta"
    private static let checkpointKey = "checkpoint"
    private static let stopKey = "stop"
    private static let repairKey = "repair"

    let group: ProjectionGroup
    let environment: Environment
    private let meta: Table<String>
    private let tables: [String: Table<[UInt8]>]

    /// Opens what is there. A missing table is told when it is asked for: rows of an older version are still being read.
    init(opening directory: String, of group: ProjectionGroup) throws {
        self.group = group
        let environment = try Generation.openEnvironment(directory, of: group)
        self.environment = environment
        guard let meta = try environment.openExistingTable(TableDefinition(Generation.metaTable, keyedBy: String.self))
        else { throw ProjectionError(.damaged, "\(directory) has no checkpoint; rebuild \(group.name)") }
        self.meta = meta
        var tables: [String: Table<[UInt8]>] = [:]
        for shape in group.tables {
            tables[shape.name] = try environment.openExistingTable(TableDefinition(shape.name))
        }
        self.tables = tables
    }

    /// Makes an empty one, at the beginning of the log `logID`, in an existing empty directory.
    init(making directory: String, of group: ProjectionGroup, durability: Environment.Durability) throws {
        self.group = group
        var options = Generation.options(for: group)
        options.durability = durability
        environment = try Environment(directory: directory, options: options)
        meta = try environment.openTable(TableDefinition(Generation.metaTable))
        var tables: [String: Table<[UInt8]>] = [:]
        for shape in group.tables { tables[shape.name] = try environment.openTable(TableDefinition(shape.name)) }
        self.tables = tables
    }

    private static func openEnvironment(_ directory: String, of group: ProjectionGroup) throws -> Environment {
        var options = options(for: group)
        options.creates = false
        options.durability = .withoutMetaSync
        do {
            return try Environment(directory: directory, options: options)
        } catch {
            switch error.condition {
            case .permissionDenied:
                options.isReadOnly = true
                return try Environment(directory: directory, options: options)
            case .versionMismatch:
                throw ProjectionError(
                    .superseded, "\(error); use the program that made the rows, or rebuild \(group.name) with this one")
            default: throw error
            }
        }
    }

    private static func options(for group: ProjectionGroup) -> Environment.Options {
        var options = Environment.Options()
        options.maximumTables = group.tables.count + 1
        return options
    }

    func table(_ name: String) throws(ProjectionError) -> Table<[UInt8]> {
        guard let table = tables[name] else {
            throw ProjectionError(.notReady, "\(group.name) has no table \(name) yet: it is being rebuilt")
        }
        return table
    }

    /// - Throws: `projection_damaged`, for rows that this program's versions made.
    func requireTables() throws(ProjectionError) {
        for shape in group.tables where tables[shape.name] == nil {
            throw ProjectionError(
                .damaged, "\(environment.directory) has no table \(shape.name); rebuild \(group.name)")
        }
    }

    /// Each member with its tables, ready to be given to ``Rows``.
    func members() throws -> [(projection: any Projection, tables: [String: Table<[UInt8]>])] {
        try group.members.map { projection in
            var own = try projection.tables.map { ($0.name, try table($0.name)) }
            if projection.tables.contains(where: \.isCollection) {
                own.append((RowChange.shape.name, try table(RowChange.shape.name)))
            }
            return (projection, Dictionary(own, uniquingKeysWith: { first, _ in first }))
        }
    }
}

/// The rows beside the rows.
extension Generation {
    func checkpoint<T: Transaction & ~Copyable>(in transaction: borrowing T) throws -> Checkpoint {
        guard let bytes = try transaction.get(Generation.checkpointKey, in: meta) else {
            throw ProjectionError(.damaged, "\(environment.directory) has no checkpoint; rebuild \(group.name)")
        }
        return try Checkpoint(stored: bytes.bytes)
    }

    func stop<T: Transaction & ~Copyable>(in transaction: borrowing T) throws -> Stop? {
        guard let bytes = try transaction.get(Generation.stopKey, in: meta) else { return nil }
        return try Stop(stored: bytes.bytes)
    }

    func set(_ checkpoint: Checkpoint, in transaction: inout WriteTransaction) throws {
        try transaction.put(checkpoint.stored, for: Generation.checkpointKey, in: meta)
    }

    /// nil: the group goes on.
    func set(_ stop: Stop?, in transaction: inout WriteTransaction) throws {
        if let stop {
            try transaction.put(stop.stored, for: Generation.stopKey, in: meta)
        } else {
            try transaction.remove(Generation.stopKey, from: meta)
        }
    }

    func set(_ repair: Repair, in transaction: inout WriteTransaction) throws {
        try transaction.put(repair.stored, for: Generation.repairKey, in: meta)
    }

    /// nil: the rows were not made in place of damaged ones.
    func repair() throws -> Repair? {
        try environment.read { transaction throws in
            guard let bytes = try transaction.get(Generation.repairKey, in: meta) else { return nil }
            return try Repair(stored: bytes.bytes)
        }
    }

    /// What is known without reading rows.
    func summary() throws -> (checkpoint: Checkpoint, stop: Stop?) {
        try environment.read { transaction throws in
            (try checkpoint(in: transaction), try stop(in: transaction))
        }
    }
}
