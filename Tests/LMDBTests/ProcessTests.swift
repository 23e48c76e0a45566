import Foundation
import LMDB
import Testing

/// Several processes on one environment, and what is left when one of them is killed.
@Suite struct ProcessTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    @Test func twoProcessesCountTogetherAndLoseNothing() throws {
        let other = try OtherProcess("count", scratch.path, 300)
        #expect(try other.line() == "ready")
        let environment = try scratch.open()
        let table = try environment.openTable(numbers)
        for _ in 0..<300 {
            try environment.write { transaction in
                let stored = try transaction.bytes(0, in: table)
                let before = stored?.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) } ?? 0
                try transaction.put(withUnsafeBytes(of: before + 1) { Array($0) }, for: 0, in: table)
            }
        }
        #expect(other.waitForEnd() == 0)
        let counted = try environment.read { try $0.bytes(0, in: table) }
        #expect(counted == withUnsafeBytes(of: UInt64(600)) { Array($0) })
    }

    @Test func aKilledWriterLeavesNothingAndBlocksNobody() throws {
        let environment = try scratch.open()
        let table = try environment.openTable(numbers)
        for round in UInt64(0)..<5 {
            let other = try OtherProcess("hold-writer", scratch.path)
            #expect(try other.line() == "ready")
            other.kill()
            try environment.write { try $0.put([1], for: 100 + round, in: table) }
        }
        #expect(try environment.read { try $0.keys(of: table) } == [100, 101, 102, 103, 104])
    }

    @Test func theSlotOfAKilledReaderIsFreed() throws {
        let environment = try scratch.open()
        _ = try environment.openTable(numbers)
        #expect(try environment.checkStaleReaders() == 0)
        let other = try OtherProcess("hold-reader", scratch.path)
        #expect(try other.line() == "ready")
        #expect(try environment.checkStaleReaders() == 0)
        other.kill()
        #expect(try environment.checkStaleReaders() == 1)
        #expect(try environment.checkStaleReaders() == 0)
    }

    @Test func aFullReaderTableIsSaidSoAndFreesTheSlotsOfTheDead() throws {
        let environment = try scratch.open { $0.maximumReaders = 2 }
        _ = try environment.openTable(numbers)
        do {
            let first = try environment.beginRead()
            let second = try environment.beginRead()
            #expect(condition { try environment.beginRead() } == .readersFull)
            #expect(first.number == second.number)
        }
        let other = try OtherProcess("hold-reader", scratch.path)
        #expect(try other.line() == "ready")
        other.kill()
        let first = try environment.beginRead()
        let second = try environment.beginRead()
        #expect(first.number == second.number)
    }

    /// The dead reader's snapshot keeps every page from being reused, so rewriting one row fills the map.
    @Test func aMapFilledByADeadReaderEmptiesItself() throws {
        let environment = try scratch.open {
            $0.mapSize = 1 << 20
            $0.durability = .none
        }
        let table = try environment.openTable(numbers)
        let other = try OtherProcess("hold-reader", scratch.path)
        #expect(try other.line() == "ready")
        other.kill()
        let page = [UInt8](repeating: 1, count: 3000)
        var refusals = 0
        for _ in 0..<1000 {
            let failure = condition { try environment.write { try $0.put(page, for: 1, in: table) } }
            if failure != nil { refusals += 1 }
        }
        #expect(refusals == 1)
    }

    @Test func aMapEnlargedByAnotherProcessIsAdopted() throws {
        let environment = try scratch.open { $0.mapSize = 1 << 20 }
        let table = try environment.openTable(numbers)
        let before = try environment.beginRead()
        let other = try OtherProcess("grow", scratch.path, 1 << 24)
        #expect(try other.line() == "ready")
        #expect(other.waitForEnd() == 0)
        // The snapshot's pages are mapped: nothing may be moved under it.
        #expect(condition { try environment.beginWrite() } == .mapResized)
        #expect(condition { try environment.adoptMapSize(waitingAtMost: .milliseconds(1)) } == .busy)
        #expect(try before.count(table) == 0)
        _ = consume before
        #expect(try environment.read { try $0.count(table) } == 2048)
        try environment.write { try $0.put([1], for: 5000, in: table) }
        #expect(try environment.information().mapSize == 1 << 24)
    }
}
