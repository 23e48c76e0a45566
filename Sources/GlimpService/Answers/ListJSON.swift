import EventLog
import GlimpReadModels

/// A list as programs see it: `{"position":…,"total":…,"items":[…],"cursor":…}`.
package struct ListJSON<Item: Encodable & Sendable>: Encodable, Sendable {
    package var position: UInt64?
    package var total: Int
    package var items: [Item]
    package var cursor: String?

    package init<Element>(_ page: Page<Element>, at position: Position? = nil, _ item: (Element) -> Item) {
        self.position = position?.rawValue
        total = page.total
        items = page.items.map(item)
        cursor = page.cursor
    }

    private enum Keys: String, CodingKey { case position, total, items, cursor }

    /// `cursor` is there also at the end of the list: null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeIfPresent(position, forKey: .position)
        try container.encode(total, forKey: .total)
        try container.encode(items, forKey: .items)
        try container.encode(cursor, forKey: .cursor)
    }
}
