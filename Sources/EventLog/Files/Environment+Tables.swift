import LMDB

extension Environment {
    /// What is only to be opened is not given tables that it lacks.
    func table<Key>(_ definition: TableDefinition<Key>, creates: Bool) throws(LMDBError) -> Table<Key> {
        if creates { return try openTable(definition) }
        guard let table = try openExistingTable(definition) else {
            throw LMDBError(.corrupted, "\(directory) has no table \(definition.name)")
        }
        return table
    }
}
