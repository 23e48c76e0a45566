import Foundation
import LMDB
import Testing

@Suite struct EnvironmentTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    @Test func aMissingDirectoryIsSaidSoAndNotMade() throws {
        let missing = scratch.path + "/missing"
        #expect(condition { try Environment(directory: missing) } == .noSuchFile)
        #expect(!FileManager.default.fileExists(atPath: missing))
    }

    @Test(arguments: [false, true])
    func withoutCreationAMissingOrEmptyFileIsRefusedAndNothingMade(isReadOnly: Bool) throws {
        let open = {
            try scratch.open {
                $0.creates = isReadOnly
                $0.isReadOnly = isReadOnly
            }
        }
        #expect(condition(open) == .noSuchFile)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
        try Data().write(to: URL(filePath: scratch.dataFile))
        #expect(condition(open) == .invalidFile)
        #expect(try FileManager.default.attributesOfItem(atPath: scratch.dataFile)[.size] as? Int == 0)
    }

    @Test func aSecondObjectOfThisProcessIsRefusedByWhateverPath() throws {
        let first = try scratch.open()
        let link = scratch.path + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        for path in [scratch.path, scratch.path + "/.", link] {
            #expect(condition { try Environment(directory: path) } == .alreadyOpen)
        }
        first.close()
        let second = try Environment(directory: link)
        #expect(condition { try scratch.open() } == .alreadyOpen)
        second.close()
    }

    @Test func ofManyThreadsThatMakeItOneHasIt() async throws {
        let path = scratch.path
        let opened = await withTaskGroup(of: Environment?.self) { group in
            for _ in 0..<16 { group.addTask { try? Environment(directory: path) } }
            return await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
        }
        #expect(opened.count == 1)
    }

    @Test func aFailedOpeningLeavesTheFileToTheNext() throws {
        try Data(repeating: 7, count: 20_000).write(to: URL(filePath: scratch.dataFile))
        #expect(condition { try scratch.open() } == .invalidFile)
        try FileManager.default.removeItem(atPath: scratch.dataFile)
        _ = try scratch.open().openTable(numbers)
    }

    @Test func aClosedEnvironmentSaysSo() throws {
        let environment = try scratch.open()
        let table = try environment.openTable(numbers)
        environment.close()
        environment.close()
        #expect(condition { try environment.beginRead() } == .closed)
        #expect(condition { try environment.beginWrite() } == .closed)
        #expect(condition { try environment.information() } == .closed)
        #expect(condition { try environment.reopen() } == .closed)
        #expect(condition { try environment.adoptMapSize() } == .closed)
        #expect(table.name == "numbers")
    }

    @Test func aReadOnlyEnvironmentReadsAndRefusesToWrite() throws {
        let writable = try scratch.open()
        let table = try writable.openTable(numbers)
        try writable.write { try $0.put([1], for: 1, in: table) }
        writable.close()
        let environment = try scratch.open { $0.isReadOnly = true }
        #expect(condition { try environment.openTable(TableDefinition("other", keyedBy: UInt64.self)) } == .notFound)
        let readable = try environment.openTable(numbers)
        #expect(try environment.read { try $0.bytes(1, in: readable) } == [1])
        #expect(condition { try environment.beginWrite() } == .permissionDenied)
    }

    @Test func aTableIsOpenedTwiceAsOneAndRefusedWithOtherOptions() throws {
        let environment = try scratch.open()
        let first = try environment.openTable(numbers)
        let second = try environment.openTable(numbers)
        try environment.write { try $0.put([1], for: 1, in: first) }
        #expect(try environment.read { try $0.bytes(1, in: second) } == [1])
        let asSet = TableDefinition("numbers", keyedBy: UInt64.self, hasDuplicates: true)
        #expect(condition { try environment.openTable(asSet) } == .incompatibleTable)
        environment.close()
        let again = try scratch.open()
        #expect(condition { try again.openTable(asSet) } == .incompatibleTable)
        _ = try again.openTable(numbers)
    }

    @Test func thereAreNoMoreTablesThanAskedFor() throws {
        let environment = try scratch.open { $0.maximumTables = 1 }
        _ = try environment.openTable(numbers)
        #expect(condition { try environment.openTable(TableDefinition("b", keyedBy: UInt64.self)) } == .tablesFull)
    }

    @Test func openingAnExistingTableWaitsForNoWriter() throws {
        _ = try scratch.open().openTable(numbers)
        let other = try OtherProcess("hold-writer", scratch.path)
        #expect(try other.line() == "ready")
        let environment = try scratch.open()
        let table = try environment.openTable(numbers)
        #expect(try environment.read { try $0.count(table) } == 0)
    }
}
