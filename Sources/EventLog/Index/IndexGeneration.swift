import FoundationEssentials
import LMDB

/// One generation of the index on disk: an LMDB environment of sorted entries, the hash tree and a checkpoint.
///
/// This is the index's one interface (look up, insert a sorted batch, tree, checkpoint), so that the B+tree below can become
/// sorted runs without anyone else knowing.
final class IndexGeneration: Sendable {
    let environment: Environment
    let entries: Table<Hash128>
    /// ``TreeNode/key`` → the hash of a complete subtree.
    let tree: Table<UInt64>
    private let meta: Table<String>
    let fileIdentity: FileSystem.Identity?
    private static let checkpointKey = "checkpoint"

    /// - Parameter durability: `full` for a generation in use; `none` while one is being built aside.
    init(directory: String, creates: Bool, durability: Environment.Durability = .full, mapSize: Int) throws(LMDBError) {
        var options = Environment.Options()
        options.creates = creates
        options.durability = durability
        options.mapSize = mapSize
        environment = try Environment(directory: directory, options: options)
        fileIdentity = FileSystem.identity(of: directory + "/data.mdb")
        entries = try environment.table(
            TableDefinition("entries", hasDuplicates: true, duplicateSize: 12), creates: creates)
        tree = try environment.table(TableDefinition("tree"), creates: creates)
        meta = try environment.table(TableDefinition("meta"), creates: creates)
    }

    /// nil: none was written, or it is damaged; the index is of no use then.
    func checkpoint<T: Transaction & ~Copyable>(_ transaction: borrowing T) throws(LMDBError) -> IndexCheckpoint? {
        guard let bytes = try transaction.get(Self.checkpointKey, in: meta) else { return nil }
        return IndexCheckpoint(bytes)
    }

    /// Adds a batch, which must be sorted: neighbours go to the same page.
    /// - Parameter nodes: the nodes that the batch's events complete.
    func insert(
        _ batch: [IndexEntry], _ nodes: [TreeNode], checkpoint: IndexCheckpoint,
        _ transaction: inout WriteTransaction
    ) throws(LMDBError) {
        for entry in batch {
            // An entry that is there already: a batch that was cut off by a crash of the process that wrote it.
            _ = try IndexEntry.withValue(kind: entry.kind, number: entry.number) { value throws(LMDBError) in
                try transaction.insert(duplicate: value, for: entry.key, in: entries)
            }
        }
        for node in nodes { try transaction.put(node.hash.bytes, for: node.key, in: tree) }
        try transaction.put(checkpoint.encoded(), for: Self.checkpointKey, in: meta)
    }

    /// A node that is stored; nil: it is not, or not as one.
    func node<T: Transaction & ~Copyable>(
        _ level: Int, _ number: UInt64, _ transaction: borrowing T
    ) throws(LMDBError) -> TreeHash? {
        guard let bytes = try transaction.get(TreeNode.key(level, number), in: tree),
            bytes.byteCount == TreeHash.byteCount
        else { return nil }
        return TreeHash(checked: bytes)
    }

    /// How many entries a key has: what choosing the rarest tag of an item goes by.
    func count(_ key: Hash128, _ transaction: borrowing ReadTransaction) throws(LMDBError) -> Int {
        var cursor = try Cursor(entries, in: transaction)
        return try cursor.seek(exactly: key) ? cursor.valueCount() : 0
    }

    func contains(_ entry: IndexEntry, _ transaction: borrowing ReadTransaction) throws(LMDBError) -> Bool {
        var cursor = try Cursor(entries, in: transaction)
        let found = try IndexEntry.withValue(kind: entry.kind, number: entry.number) { value throws(LMDBError) in
            try cursor.seek(entry.key, valueAtLeast: value)
        }
        return found && cursor.value.bigEndian32(at: 0) == entry.kind && cursor.value.bigEndian64(at: 4) == entry.number
    }

    /// Collects the numbers in `range` that `lookUps` ask for; of a key with many entries at most `limit` a kind.
    func collect(
        _ lookUps: [LookUp], in range: ClosedRange<UInt64>, backwards: Bool, limit: Int,
        _ transaction: borrowing ReadTransaction, into stream: inout CandidateStream
    ) throws(LMDBError) {
        var cursor = try Cursor(entries, in: transaction)
        for lookUp in lookUps {
            if let kinds = lookUp.kinds, kinds.count == 1 {
                try collect(lookUp.key, kinds[0], range, backwards, limit, &cursor, &stream)
            } else if try cursor.seek(exactly: lookUp.key) {
                if try cursor.valueCount() <= Self.fewEntries {
                    try collectAll(lookUp.kinds, range, &cursor, &stream)
                } else {
                    try collectByKind(lookUp, range, backwards, limit, &cursor, &stream)
                }
            }
        }
    }

    /// Walking past as many entries costs less than looking up the kinds one by one.
    private static let fewEntries = 64

    /// Every entry of the key that the cursor is at the beginning of.
    private func collectAll(
        _ kinds: [UInt32]?, _ range: ClosedRange<UInt64>, _ cursor: inout Cursor<Hash128>,
        _ stream: inout CandidateStream
    ) throws(LMDBError) {
        repeat {
            let number = cursor.value.bigEndian64(at: 4)
            guard range.contains(number), kinds?.contains(cursor.value.bigEndian32(at: 0)) ?? true else { continue }
            stream.numbers.append(number)
        } while try cursor.nextValue()
    }

    private func collectByKind(
        _ lookUp: LookUp, _ range: ClosedRange<UInt64>, _ backwards: Bool, _ limit: Int,
        _ cursor: inout Cursor<Hash128>, _ stream: inout CandidateStream
    ) throws(LMDBError) {
        if let kinds = lookUp.kinds {
            for kind in kinds { try collect(lookUp.key, kind, range, backwards, limit, &cursor, &stream) }
            return
        }
        var next: UInt32? = 0
        while let from = next {
            let found = try IndexEntry.withValue(kind: from, number: 0) { value throws(LMDBError) in
                try cursor.seek(lookUp.key, valueAtLeast: value)
            }
            guard found else { return }
            let kind = cursor.value.bigEndian32(at: 0)
            try collect(lookUp.key, kind, range, backwards, limit, &cursor, &stream)
            next = kind == .max ? nil : kind + 1
        }
    }

    /// The receipts under `key`: one, unless hashes collide.
    func receipts(_ key: Hash128, _ transaction: borrowing ReadTransaction) throws(LMDBError) -> [IndexEntry] {
        var cursor = try Cursor(entries, in: transaction)
        var found: [IndexEntry] = []
        guard try cursor.seek(exactly: key) else { return found }
        repeat {
            found.append(
                IndexEntry(
                    key: key, kind: cursor.value.bigEndian32(at: 0), number: cursor.value.bigEndian64(at: 4)))
        } while try cursor.nextValue()
        return found
    }

    private func collect(
        _ key: Hash128, _ kind: UInt32, _ range: ClosedRange<UInt64>, _ backwards: Bool, _ limit: Int,
        _ cursor: inout Cursor<Hash128>, _ stream: inout CandidateStream
    ) throws(LMDBError) {
        guard try seek(key, kind, range, backwards, &cursor) else { return }
        var count = 0
        while true {
            let number = cursor.value.bigEndian64(at: 4)
            guard cursor.value.bigEndian32(at: 0) == kind, range.contains(number) else { return }
            guard count < limit else {
                stream.wasCut(atLast: backwards)
                return
            }
            stream.numbers.append(number)
            count += 1
            guard try backwards ? cursor.previousValue() : cursor.nextValue() else { return }
        }
    }

    private func seek(
        _ key: Hash128, _ kind: UInt32, _ range: ClosedRange<UInt64>, _ backwards: Bool,
        _ cursor: inout Cursor<Hash128>
    ) throws(LMDBError) -> Bool {
        let start = backwards ? range.upperBound : range.lowerBound
        let found = try IndexEntry.withValue(kind: kind, number: start) { value throws(LMDBError) in
            try cursor.seek(key, valueAtLeast: value)
        }
        guard backwards else { return found }
        // The entry found is `start` itself or the one after it; nothing found: all of the key's lie before.
        if !found {
            guard try cursor.seek(exactly: key) else { return false }
            return try cursor.lastValue()
        }
        let isStart = cursor.value.bigEndian32(at: 0) == kind && cursor.value.bigEndian64(at: 4) == start
        return try isStart ? true : cursor.previousValue()
    }
}
