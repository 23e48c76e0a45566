public import CLMDB

/// A named table of an environment, with keys of one type and values of any bytes.
///
/// Opened once by ``Environment/openTables(_:)`` and valid as long as the environment.
public struct Table<Key: TableKey>: Sendable {
    public let name: String
    @usableFromInline
    let handle: MDB_dbi

    init(name: String, handle: MDB_dbi) {
        self.name = name
        self.handle = handle
    }
}

/// How a table is made.
public struct TableDefinition<Key: TableKey>: Sendable {
    public let name: String
    /// A key holds a sorted set of values, all of the same size (`MDB_DUPSORT | MDB_DUPFIXED`), at most 511 bytes each.
    public let hasDuplicates: Bool

    public init(_ name: String, keyedBy: Key.Type = Key.self, hasDuplicates: Bool = false) {
        self.name = name
        self.hasDuplicates = hasDuplicates
    }

    var flags: UInt32 { hasDuplicates ? UInt32(MDB_DUPSORT | MDB_DUPFIXED) : 0 }
}
