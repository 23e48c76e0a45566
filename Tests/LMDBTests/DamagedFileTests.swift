import Foundation
import LMDB
import Testing

@Suite struct DamagedFileTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    /// A sound file of some pages.
    private func fill() throws {
        let environment = try scratch.open()
        let table = try environment.openTable(numbers)
        for key in UInt64(0)..<100 {
            try environment.write { try $0.put([UInt8](repeating: 1, count: 1000), for: key, in: table) }
        }
        environment.close()
    }

    private func overwrite(_ offsets: [UInt64], with bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(filePath: scratch.dataFile))
        for offset in offsets {
            try file.seek(toOffset: offset)
            try file.write(contentsOf: bytes)
        }
        try file.close()
    }

    @Test(arguments: [1, 100, 4096, 5000, 8191, 8192, 100_000])
    func garbageIsNoEnvironment(size: Int) throws {
        try Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }).write(to: URL(filePath: scratch.dataFile))
        #expect(condition { try scratch.open() } == .invalidFile)
    }

    @Test func anotherVersionIsNamed() throws {
        try fill()
        try overwrite([20, 4096 + 20], with: [2, 0, 0, 0])
        #expect(condition { try scratch.open() } == .versionMismatch)
    }

    /// Page size, root of the free pages, root of the tables, last page: LMDB divides by the first and follows the others.
    @Test(arguments: [UInt64(40), 80, 128, 136])
    func aHeaderThatMakesNoSenseIsRefusedBeforeLMDBTrustsIt(field: UInt64) throws {
        try fill()
        for bytes: [UInt8] in [[0, 0, 0, 0], [1, 2, 3, 4]] where field == 40 || bytes[0] != 0 {
            try overwrite([field, 4096 + field], with: bytes)
            #expect(condition { try scratch.open() } == .invalidFile)
        }
    }

    /// What is served must be whole: a missing page that is read ends the process by a signal.
    @Test func aFileCutAnywhereIsRefusedUnlessOnlyFreePagesAreGone() throws {
        try fill()
        let whole = try Data(contentsOf: URL(filePath: scratch.dataFile))
        var refused = 0
        let sizes = Array(stride(from: whole.count - 1, to: 0, by: -4096 * 3 - 5))
        for size in sizes {
            try whole.prefix(size).write(to: URL(filePath: scratch.dataFile))
            do throws(LMDBError) {
                let environment = try Environment(directory: scratch.path)
                let table = try environment.openTable(numbers)
                let rows = try? environment.read { transaction in
                    try (UInt64(0)..<100).count { try transaction.bytes($0, in: table)?.allSatisfy { $0 == 1 } == true }
                }
                #expect(rows == 100, "cut to \(size) of \(whole.count) bytes")
            } catch {
                #expect(error.condition == .invalidFile)
                #expect(condition { try scratch.open { $0.isReadOnly = true } } == .invalidFile)
                refused += 1
            }
        }
        #expect(refused > sizes.count / 2)
    }

    /// LMDB does not write pages that a transaction allocates and frees again, so the file may end before them.
    @Test func aFileThatLacksOnlyFreePagesIsSound() throws {
        let environment = try scratch.open()
        let table = try environment.openTable(numbers)
        let large = [UInt8](repeating: 2, count: 300_000)
        try environment.write { for key in UInt64(0)..<40 { try $0.put(large.prefix(3000) + [], for: key, in: table) } }
        try environment.write { for key in UInt64(0)..<20 { try $0.remove(key, from: table) } }
        try environment.write { try $0.put([1], for: 50, in: table) }
        try environment.write {
            try $0.put([1], for: 51, in: table)
            try $0.put(large, for: 52, in: table)
            try $0.remove(52, from: table)
        }
        let needed = try environment.information().usedBytes
        let before = try environment.read { try $0.keys(of: table) }
        environment.close()
        let size = try #require(
            FileManager.default.attributesOfItem(atPath: scratch.dataFile)[.size] as? Int)
        try #require(size < needed, "the case this test is about: \(size) bytes of \(needed)")
        let again = try scratch.open()
        let reopened = try again.openTable(numbers)
        #expect(try again.read { try $0.keys(of: reopened) } == before)
        again.close()
        let whole = try Data(contentsOf: URL(filePath: scratch.dataFile))
        try whole.prefix(size / 8).write(to: URL(filePath: scratch.dataFile))
        #expect(condition { try scratch.open() } == .invalidFile)
    }
}
