import Foundation
import LMDB
import Testing

// That a transaction is not used after its commit, and that no borrowed bytes outlive it or a change, needs no test:
// the compiler refuses the program.

@Suite struct TransactionTests {
    let scratch: Scratch
    let environment: Environment
    let table: Table<UInt64>

    init() throws {
        scratch = try Scratch()
        environment = try scratch.open { $0.mapSize = 1 << 20 }
        table = try environment.openTable(numbers)
    }

    @Test func aCommitIsSeenByLaterSnapshotsOnly() throws {
        let before = try environment.beginRead()
        try environment.write { try $0.put([1], for: 1, in: table) }
        #expect(try before.bytes(1, in: table) == nil)
        #expect(try environment.read { try $0.bytes(1, in: table) } == [1])
        #expect(try environment.read { $0.number } == before.number + 1)
    }

    @Test func nothingIsLeftOfATransactionThatThrowsOrIsDropped() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try environment.write { transaction in
                try transaction.put([1], for: 1, in: table)
                throw Stop()
            }
        }
        do {
            var dropped = try environment.beginWrite()
            try dropped.put([1], for: 1, in: table)
        }
        #expect(try environment.read { try $0.count(table) } == 0)
        try environment.write { try $0.put([1], for: 1, in: table) }
    }

    @Test func aFullMapRefusesTheTransactionAndNothingElse() throws {
        var key: UInt64 = 0
        let page = [UInt8](repeating: 1, count: 3000)
        let full = condition {
            while true {
                try environment.write { try $0.put(page, for: key, in: table) }
                key += 1
            }
        }
        #expect(full == .mapFull)
        #expect(key > 50)
        #expect(try environment.read { try $0.keys(of: table) } == Array(0..<key))
        for old in 0..<10 { _ = try environment.write { try $0.remove(UInt64(old), from: table) } }
        try environment.write { try $0.put(page, for: key, in: table) }
        #expect(try environment.read { try $0.keys(of: table) } == Array(10...key))
    }

    @Test func aTransactionThatMetAFullMapCannotBeCommitted() throws {
        let commit = condition {
            var transaction = try environment.beginWrite()
            try transaction.put([1], for: 1, in: table)
            let full = condition { try transaction.put([UInt8](repeating: 1, count: 1 << 21), for: 2, in: table) }
            #expect(full == .mapFull)
            try transaction.commit()
        }
        #expect(commit == .badTransaction)
        #expect(try environment.read { try $0.count(table) } == 0)
    }

    @Test func aKeyThatIsEmptyOrTooLongIsRefusedAndTheTransactionGoesOn() throws {
        let texts = try environment.openTable(TableDefinition("texts", keyedBy: String.self))
        try environment.write { transaction in
            #expect(condition { try transaction.put([1], for: "", in: texts) } == .keyTooLong)
            let tooLong = String(repeating: "x", count: 512)
            #expect(condition { try transaction.put([1], for: tooLong, in: texts) } == .keyTooLong)
            try transaction.put([1], for: String(repeating: "x", count: 511), in: texts)
        }
        #expect(try environment.read { try $0.count(texts) } == 1)
    }

    @Test func appendingTakesGreaterKeysOnly() throws {
        try environment.write { transaction in
            try transaction.append([5], for: 5, in: table)
            #expect(condition { try transaction.append([5], for: 5, in: table) } == .keyExists)
            #expect(condition { try transaction.append([4], for: 4, in: table) } == .keyExists)
            try transaction.append([6], for: 6, in: table)
        }
        #expect(try environment.read { try $0.keys(of: table) } == [5, 6])
    }

    @Test func aValueOfAnotherSizeThanASetsIsRefused() throws {
        let sets = try environment.openTable(
            TableDefinition("sets", keyedBy: UInt64.self, hasDuplicates: true, duplicateSize: 4))
        let four: [UInt8] = [1, 2, 3, 4]
        let two: [UInt8] = [1, 2]
        try environment.write { transaction throws in
            #expect(try transaction.insert(duplicate: four.span.bytes, for: 1, in: sets))
            #expect(try !transaction.insert(duplicate: four.span.bytes, for: 1, in: sets))
            #expect(condition { try transaction.insert(duplicate: two.span.bytes, for: 1, in: sets) } == .keyTooLong)
            #expect(condition { try transaction.put([1, 2, 3, 4, 5], for: 1, in: sets) } == .keyTooLong)
        }
        #expect(try environment.read { try $0.count(sets) } == 1)
    }

    @Test func removingSaysWhetherThereWasOne() throws {
        try environment.write { transaction throws in
            try transaction.put([1], for: 1, in: table)
            #expect(try transaction.remove(1, from: table))
            #expect(try !transaction.remove(1, from: table))
            try transaction.put([2], for: 2, in: table)
            try transaction.removeAll(from: table)
            #expect(try !transaction.contains(2, in: table))
        }
        #expect(try environment.read { try $0.count(table) } == 0)
    }

    @Test func aSnapshotMayMoveBetweenThreads() throws {
        try environment.write { try $0.put([1], for: 1, in: table) }
        let opened = table
        nonisolated(unsafe) var begun: ReadTransaction? = try environment.beginRead()
        nonisolated(unsafe) var found: [UInt8]?
        let thread = Thread {
            if let transaction = begun.take() { found = try? transaction.bytes(1, in: opened) }
        }
        thread.start()
        while !thread.isFinished { usleep(1000) }
        #expect(found == [1])
        try environment.write { try $0.put([2], for: 2, in: table) }
    }
}
