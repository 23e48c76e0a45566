public import CLMDB

/// A named table of an environment, with keys of one type and values of any bytes.
///
/// Opened once by ``Environment/openTable(_:)`` and valid as long as the environment, also when that is reopened.
public struct Table<Key: TableKey>: Sendable {
    public let name: String
    @usableFromInline
    let handle: MDB_dbi
    /// The number of its environment.
    @usableFromInline
    let environment: Int
    @usableFromInline
    let hasDuplicates: Bool
    @usableFromInline
    let duplicateSize: Int?

    init(_ definition: TableDefinition<Key>, handle: MDB_dbi, environment: Int) {
        name = definition.name
        hasDuplicates = definition.hasDuplicates
        duplicateSize = definition.duplicateSize
        self.handle = handle
        self.environment = environment
    }

    /// LMDB 0.9 takes a value of another size among `MDB_DUPFIXED` ones and cuts all of them anew.
    @inlinable
    @inline(__always)
    func requireSize(of value: RawSpan) throws(LMDBError) {
        if let duplicateSize, value.byteCount != duplicateSize { throw LMDBError(.keyTooLong, "write to \(name)") }
    }
}

/// How a table is made.
public struct TableDefinition<Key: TableKey>: Sendable {
    public let name: String
    /// A key holds a sorted set of values, of at most 511 bytes each (`MDB_DUPSORT`).
    public let hasDuplicates: Bool
    /// Every value of the set has this size, which takes less room (`MDB_DUPFIXED`). nil: any sizes.
    public let duplicateSize: Int?

    public init(
        _ name: String, keyedBy: Key.Type = Key.self, hasDuplicates: Bool = false, duplicateSize: Int? = nil
    ) {
        precondition(hasDuplicates || duplicateSize == nil, "only a table with duplicates has a size for them")
        self.name = name
        self.hasDuplicates = hasDuplicates
        self.duplicateSize = duplicateSize
    }

    var flags: UInt32 {
        guard hasDuplicates else { return 0 }
        return UInt32(duplicateSize == nil ? MDB_DUPSORT : MDB_DUPSORT | MDB_DUPFIXED)
    }
}
