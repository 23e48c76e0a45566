import EventLog
import GlimpReadModels

/// An answer as it is printed: JSON for programs, tables for people.
protocol AnswerView {
    func json() throws -> String
    func print()
}

/// `{"position":…,"total":…,"items":[…],"cursor":…}`
struct ListJSON<Item: Encodable>: Encodable {
    var position: UInt64?
    var total: Int
    var items: [Item]
    var cursor: String?

    init<Element>(_ page: Page<Element>, at position: Position? = nil, _ item: (Element) -> Item) {
        self.position = position?.rawValue
        total = page.total
        items = page.items.map(item)
        cursor = page.cursor
    }

    private enum Keys: String, CodingKey { case position, total, items, cursor }

    /// `cursor` is there also at the end of the list: null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeIfPresent(position, forKey: .position)
        try container.encode(total, forKey: .total)
        try container.encode(items, forKey: .items)
        try container.encode(cursor, forKey: .cursor)
    }
}

extension Page {
    /// Prints the title with the whole list's length, then the rows, then how to go on.
    func print(_ title: String, _ table: TextTable) {
        let shown = items.count < total ? ", \(items.count) of them here" : ""
        Swift.print("\(title) (\(total)\(shown))")
        if !table.isEmpty { for line in table.lines { Swift.print("  " + line) } }
        if let cursor { Swift.print("  more: --cursor \(cursor)") }
    }
}

extension Answer {
    func printPosition() { Swift.print("True for position \(position).") }
}
