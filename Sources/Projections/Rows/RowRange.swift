import LMDB

/// Which rows of a table to visit, in which order.
public struct RowRange: Sendable {
    public enum Start: Hashable, Sendable {
        /// The first row in the order of the scan.
        case edge
        /// The row with this key, or the next one in the order of the scan.
        case at(RowKey)
        /// The row that follows this key in the order of the scan, whether or not the key exists.
        case after(RowKey)
    }
    /// Only rows whose keys start with this.
    public var prefix: RowKey
    public var start: Start
    public var isBackwards: Bool

    public init(prefix: RowKey = RowKey(), start: Start = .edge, isBackwards: Bool = false) {
        self.prefix = prefix
        self.start = start
        self.isBackwards = isBackwards
    }

    /// Calls `body` with the key and value of each row until it returns false.
    func visit<T: Transaction & ~Copyable>(
        _ table: Table<[UInt8]>, in transaction: borrowing T, _ body: (RowKey, RawSpan) throws -> Bool
    ) throws {
        var cursor = try Cursor(table, in: transaction)
        var isFound = try isBackwards ? seekBackwards(&cursor) : seekForwards(&cursor)
        while isFound {
            let key = RowKey(bytes: cursor.keyBytes.bytes)
            guard key.hasPrefix(prefix), try body(key, cursor.value) else { return }
            isFound = try isBackwards ? cursor.previous() : cursor.next()
        }
    }

    private func seekForwards(_ cursor: inout Cursor<[UInt8]>) throws -> Bool {
        // LMDB takes no empty key.
        func seek(_ key: RowKey) throws -> Bool {
            try key.bytes.isEmpty ? cursor.first() : cursor.seek(to: key.bytes)
        }
        switch start {
        case .edge: return try seek(prefix)
        case .at(let key): return try seek(max(key, prefix))
        case .after(let key):
            guard key >= prefix else { return try seek(prefix) }
            guard try seek(key) else { return false }
            return try isAt(key, cursor) ? cursor.next() : true
        }
    }

    private func seekBackwards(_ cursor: inout Cursor<[UInt8]>) throws -> Bool {
        let end = prefix.afterPrefix
        switch start {
        case .at(let key) where end.map({ key < $0 }) ?? true:
            return try key.bytes.isEmpty ? false : cursor.seek(before: key.bytes)
        case .after(let key) where end.map({ key < $0 }) ?? true:
            return try seekBelow(key, &cursor)
        default:
            guard let end else { return try cursor.last() }
            return try seekBelow(end, &cursor)
        }
    }

    private func seekBelow(_ key: RowKey, _ cursor: inout Cursor<[UInt8]>) throws -> Bool {
        guard !key.bytes.isEmpty, try cursor.seek(before: key.bytes) else { return false }
        return try isAt(key, cursor) ? cursor.previous() : true
    }

    private func isAt(_ key: RowKey, _ cursor: borrowing Cursor<[UInt8]>) throws -> Bool {
        cursor.keyBytes.withUnsafeBytes { $0.elementsEqual(key.bytes) }
    }
}
