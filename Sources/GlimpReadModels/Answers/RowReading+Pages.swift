import Projections

/// A list whose order is that of its rows' keys.
struct RowList<Value: RowValue> {
    let name: ListName
    let table: RowTable<Value>
    /// Whose list it is: what its keys start with.
    let prefix: RowKey
    var isBackwards = false
    /// Where the list begins, when not at its first row.
    var beginning: RowRange.Start = .edge
}

extension RowReading where Self: ~Copyable {
    /// One page of a list.
    /// - Parameter isShown: whether a row belongs to the list. Those that do not are read in vain: for few only, else it is
    ///   an excerpt.
    func page<Value, Item: Sendable>(
        _ list: RowList<Value>, _ request: PageRequest, total: Int, where isShown: (Value) -> Bool = { _ in true },
        _ item: (Value) throws -> Item
    ) throws -> Page<Item> {
        var range = RowRange(prefix: list.prefix, start: list.beginning, isBackwards: list.isBackwards)
        if let text = request.cursor {
            let key = try Cursor(text, of: list.name, startingWith: list.prefix).key
            // What lies before the beginning is gone by now; a cursor does not bring it back.
            let isGone = if case .at(let beginning) = list.beginning { key < beginning } else { false }
            if !isGone { range.start = .after(key) }
        }
        // One more tells whether anything follows.
        var rows: [Row<Value>] = []
        try visit(range, of: list.table) { row in
            if isShown(row.value) { rows.append(row) }
            return rows.count <= request.limit
        }
        let shown = rows.prefix(request.limit)
        let cursor = rows.count > shown.count ? shown.last.map { Cursor(list: list.name, key: $0.key).text } : nil
        return Page(total: total, items: try shown.map { try item($0.value) }, cursor: cursor)
    }

    func counter(_ key: RowKey, in table: RowTable<UInt64>) throws -> Int {
        Int(clamping: try get(key, in: table) ?? 0)
    }
}
