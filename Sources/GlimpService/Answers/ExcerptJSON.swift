import EventLog
import GlimpReadModels

/// A list whose length nobody tells, as programs see it: `{"position":…,"items":[…],"cursor":…}`.
package struct ExcerptJSON<Item: Encodable & Sendable>: Encodable, Sendable {
    package var position: UInt64
    package var items: [Item]
    package var cursor: String?

    package init<Element>(_ answer: Answer<Excerpt<Element>>, _ item: (Element) -> Item) {
        position = answer.position.rawValue
        items = answer.value.items.map(item)
        cursor = answer.value.cursor
    }

    private enum Keys: String, CodingKey { case position, items, cursor }

    /// `cursor` is there also at the end of the list: null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(position, forKey: .position)
        try container.encode(items, forKey: .items)
        try container.encode(cursor, forKey: .cursor)
    }
}

/// A public photo and how far away it was taken, as programs see it.
package struct NearbyPhotoJSON: Encodable, Sendable {
    package var photo: PublicPhotoJSON
    /// In metres.
    package var distance: Double

    package init(_ nearby: NearbyPhoto) {
        photo = PublicPhotoJSON(nearby.photo)
        distance = nearby.distance
    }
}
