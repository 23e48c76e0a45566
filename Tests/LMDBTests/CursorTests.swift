import LMDB
import Testing

/// Random changes and random moves, compared with a sorted array.
@Suite struct CursorTests {
    @Test(arguments: [false, true])
    func movesAreThoseOfASortedArray(hasDuplicates: Bool) throws {
        var random = SeededGenerator()
        let seed = random.seed
        print("seed \(seed)")
        for _ in 0..<12 {
            let scratch = try Scratch()
            let environment = try scratch.open()
            let size = hasDuplicates ? 2 : nil
            let table = try environment.openTable(
                TableDefinition("e", keyedBy: UInt64.self, hasDuplicates: hasDuplicates, duplicateSize: size))
            var model = SortedEntries(hasDuplicates: hasDuplicates)
            for _ in 0..<3 {
                try environment.write { transaction in
                    for _ in 0..<Int.random(in: 0...400, using: &random) {
                        try model.change(&transaction, table, &random)
                    }
                }
            }
            try environment.read { transaction in
                #expect(try transaction.count(table) == model.entries.count)
                var cursor = try Cursor(table, in: transaction)
                for _ in 0..<400 { try model.move(&cursor, &random) }
            }
            #expect(model.differences.isEmpty, "seed \(seed): \(model.differences.prefix(3))")
        }
    }

    @Test func keysOfEveryTypeComeBackInOrder() throws {
        let scratch = try Scratch()
        let environment = try scratch.open()
        let texts = try environment.openTable(TableDefinition("texts", keyedBy: String.self))
        let bytes = try environment.openTable(TableDefinition("bytes", keyedBy: [UInt8].self))
        let numbers = try environment.openTable(numbers)
        let names = ["ä", "z", "a", "aa", "", "日本"].filter { !$0.isEmpty }
        try environment.write { transaction in
            for name in names {
                try transaction.put([1], for: name, in: texts)
                try transaction.put([1], for: Array(name.utf8), in: bytes)
            }
            for number: UInt64 in [.max, 0, 256, 255, 1 << 40] { try transaction.put([], for: number, in: numbers) }
        }
        try environment.read { transaction throws in
            let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            #expect(try transaction.keys(of: texts) == sorted)
            #expect(try transaction.keys(of: bytes) == sorted.map { Array($0.utf8) })
            #expect(try transaction.keys(of: numbers) == [0, 255, 256, 1 << 40, .max])
        }
    }

    @Test func bytesThatAreNoKeyOfThisTypeAreNone() {
        let notText: [UInt8] = [0xff, 0xfe]
        #expect(String(keyBytes: notText.span.bytes) == nil)
        #expect(UInt64(keyBytes: notText.span.bytes) == nil)
    }
}

/// What a table should be.
struct SortedEntries {
    struct Entry: Equatable {
        var key: UInt64
        var value: [UInt8]
    }
    let hasDuplicates: Bool
    var entries: [Entry] = []
    /// Where the cursor should be; nil after a seek that found nothing.
    private var place: Int?
    private(set) var differences: [String] = []

    init(hasDuplicates: Bool) { self.hasDuplicates = hasDuplicates }

    mutating func change(
        _ transaction: inout WriteTransaction, _ table: Table<UInt64>, _ random: inout SeededGenerator
    ) throws {
        let key = UInt64.random(in: 0..<60, using: &random) * 3
        let entry = Entry(key: key, value: [UInt8.random(in: 0..<12, using: &random) * 2, 0])
        if Int.random(in: 0..<8, using: &random) == 0 {
            let removed = try transaction.remove(key, from: table)
            if removed != entries.contains(where: { $0.key == key }) { differences.append("remove \(key)") }
            entries.removeAll { $0.key == key }
        } else if hasDuplicates {
            let isNew = try transaction.insert(duplicate: entry.value.span.bytes, for: key, in: table)
            if isNew == entries.contains(entry) { differences.append("insert \(entry)") }
            if isNew { entries.append(entry) }
        } else {
            try transaction.put(entry.value, for: key, in: table)
            entries.removeAll { $0.key == key }
            entries.append(entry)
        }
        entries.sort { $0.key != $1.key ? $0.key < $1.key : $0.value.lexicographicallyPrecedes($1.value) }
    }

    mutating func move(_ cursor: inout Cursor<UInt64>, _ random: inout SeededGenerator) throws {
        let key = UInt64.random(in: 0..<185, using: &random)
        let value = [UInt8.random(in: 0..<26, using: &random), 0]
        let from = place
        let (name, moved, target) =
            switch Int.random(in: 0..<(hasDuplicates ? 12 : 7), using: &random) {
            case 0: ("first", try cursor.first(), entries.indices.first)
            case 1: ("last", try cursor.last(), entries.indices.last)
            case 2: ("seek to \(key)", try cursor.seek(to: key), entries.firstIndex { $0.key >= key })
            case 3: ("seek before \(key)", try cursor.seek(before: key), entries.lastIndex { $0.key <= key })
            case 4: ("seek exactly \(key)", try cursor.seek(exactly: key), entries.firstIndex { $0.key == key })
            case 5 where from != nil: ("next", try cursor.next(), neighbour(1))
            case 6 where from != nil: ("previous", try cursor.previous(), neighbour(-1))
            case 7 where from != nil: ("next value", try cursor.nextValue(), sameKey(neighbour(1)))
            case 8 where from != nil: ("previous value", try cursor.previousValue(), sameKey(neighbour(-1)))
            case 9 where from != nil:
                ("first value", try cursor.firstValue(), entries.firstIndex { $0.key == entries[from!].key })
            case 10 where from != nil:
                ("last value", try cursor.lastValue(), entries.lastIndex { $0.key == entries[from!].key })
            case 11:
                (
                    "seek \(key) \(value[0])", try cursor.seek(key, valueAtLeast: value.span.bytes),
                    entries.firstIndex { $0.key == key && !$0.value.lexicographicallyPrecedes(value) }
                )
            default: ("first", try cursor.first(), entries.indices.first)
            }
        if moved != (target != nil) { differences.append("\(name) from \(from as Int?): \(moved)") }
        place = target ?? (name.hasPrefix("seek") ? nil : from)
        guard moved, let place else { return }
        let found = Entry(key: cursor.key ?? .max, value: cursor.value.withUnsafeBytes { Array($0) })
        if found != entries[place] { differences.append("\(name): \(found), not \(entries[place])") }
        if hasDuplicates {
            let count = entries.count { $0.key == found.key }
            if try cursor.valueCount() != count { differences.append("\(name): not \(count) values") }
        }
    }

    private func neighbour(_ step: Int) -> Int? {
        place.flatMap { entries.indices.contains($0 + step) ? $0 + step : nil }
    }

    private func sameKey(_ other: Int?) -> Int? {
        guard let place, let other, entries[other].key == entries[place].key else { return nil }
        return other
    }
}
