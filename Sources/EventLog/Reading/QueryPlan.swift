import LMDB

/// A query prepared for the index: which keys to look up, and what a record must have.
struct QueryPlan: Sendable {
    struct Item: Sendable {
        /// UTF-8 of each type, with its key and its short form in tags' entries.
        var types: [(bytes: [UInt8], key: Hash128, kind: UInt32)]
        var tags: [(bytes: [UInt8], key: Hash128)]
    }
    /// nil: every event.
    let items: [Item]?

    init(_ query: Query, _ hasher: IndexHasher) {
        items = query.items?.map { item in
            Item(
                types: item.types.map { type in
                    let bytes = Array(type.rawValue.utf8)
                    let key = hasher.type(bytes.span.bytes)
                    return (bytes, key, hasher.kind(of: key))
                },
                tags: item.tags.map { tag in
                    let bytes = Array(tag.rawValue.utf8)
                    return (bytes, hasher.tag(bytes.span.bytes))
                })
        }
    }

    /// Whether the record is meant: the hashes only suggested it.
    func matches(_ record: borrowing RecordView) -> Bool {
        guard let items else { return true }
        for item in items where Self.matches(item, record) { return true }
        return false
    }

    private static func matches(_ item: Item, _ record: borrowing RecordView) -> Bool {
        if !item.types.isEmpty {
            let type = record.typeBytes
            var isOne = false
            for wanted in item.types where wanted.bytes.span.bytes.isEqual(to: type) {
                isOne = true
                break
            }
            guard isOne else { return false }
        }
        for wanted in item.tags {
            var isThere = false
            record.forEachTag {
                isThere = wanted.bytes.span.bytes.isEqual(to: $0)
                return !isThere
            }
            guard isThere else { return false }
        }
        return true
    }

    /// What to look up for the candidates of every item. Of several tags the rarest: as rare as it is now.
    func lookUps(_ index: borrowing IndexSnapshot) throws(LMDBError) -> [LookUp] {
        var lookUps: [LookUp] = []
        for item in items ?? [] {
            if item.tags.isEmpty {
                for type in item.types { lookUps.append(LookUp(key: type.key, kinds: [IndexEntry.byType])) }
            } else {
                let kinds = item.types.isEmpty ? nil : item.types.map(\.kind)
                lookUps.append(LookUp(key: try Self.rarest(item.tags, index), kinds: kinds))
            }
        }
        return lookUps
    }

    private static func rarest(
        _ tags: [(bytes: [UInt8], key: Hash128)], _ index: borrowing IndexSnapshot
    ) throws(LMDBError) -> Hash128 {
        var best = tags[0].key
        guard tags.count > 1 else { return best }
        var fewest = Int.max
        for tag in tags {
            let count = try index.count(tag.key)
            if count < fewest { (best, fewest) = (tag.key, count) }
        }
        return best
    }
}
