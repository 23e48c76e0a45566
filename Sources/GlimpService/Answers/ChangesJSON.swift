import EventLog
import GlimpDomain
import GlimpReadModels

/// What has changed in a person's collections, as programs see it.
package struct ChangesJSON: Encodable, Sendable {
    package var position: UInt64
    package var items: [ChangeJSON]
    package var cursor: String?

    private enum Keys: String, CodingKey { case position, items, cursor }

    package init(_ answer: Answer<Changes>) {
        position = answer.position.rawValue
        items = answer.value.items.map(ChangeJSON.init)
        cursor = answer.value.cursor
    }

    /// `cursor` is there also at the end: null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(position, forKey: .position)
        try container.encode(items, forKey: .items)
        try container.encode(cursor, forKey: .cursor)
    }
}

/// One row that was put or removed.
package struct ChangeJSON: Encodable, Sendable {
    package var collection: String
    package var key: String
    package var position: UInt64
    /// Absent: it was removed.
    package var row: RowJSON?

    package init(_ change: CollectionChange) {
        collection = change.collection.name
        key = change.key
        position = change.position.rawValue
        if case .put(let row) = change.change { self.row = RowJSON(row) }
    }
}
