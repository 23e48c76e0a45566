import EventLog
import Foundation
import LMDB
import Testing

/// Each kind of damage is named, and looking for it changes nothing.
@Suite struct VerifierTests {
    let scratch: ScratchLog

    /// Ten events in the index, position 3 to 5 of one append, and two outcomes.
    init() async throws {
        scratch = try ScratchLog()
        try await scratch.withLog {
            $0.tailBytes = 1
        } _: { log in
            _ = try await log.append([noted(["a"])])
            _ = try await log.append([noted(["b"])])
            _ = try await log.append((0..<3).map { _ in noted(["c"]) })
            for _ in 0..<5 {
                _ = try await log.append([noted(["d"])], context: CommandContext(actor: "ada", id: UUID()))
            }
            for _ in 0..<2 { _ = try await log.append([], context: CommandContext(actor: "ada", id: UUID())) }
            try await eventually { try log.statistics().indexedThrough == Position(10) }
            // One more round, for the outcomes.
            _ = try await log.append([noted(["e"])])
            try await eventually { try log.statistics().indexedThrough == Position(11) }
        }
    }

    private func expectDamage(
        at position: UInt64? = nil, _ text: String, location: SourceLocation = #_sourceLocation
    ) {
        do {
            let report = try LogVerifier(directory: scratch.path).verify()
            Issue.record("nothing found: \(report)", sourceLocation: location)
        } catch let error as EventLogError {
            #expect(error.code == .corrupted, sourceLocation: location)
            #expect(error.position?.rawValue == position, "\(error)", sourceLocation: location)
            #expect(error.message.contains(text), "\(error)", sourceLocation: location)
        } catch {
            Issue.record(error, sourceLocation: location)
        }
    }

    private func reseal(_ bytes: inout [UInt8]) { bytes.replaceSubrange(0..<8, with: checksum(of: Array(bytes[8...]))) }

    @Test func aCleanLogPassesAndStaysAsItIs() throws {
        let files = [scratch.path + "/log/data.mdb", try scratch.generation() + "/data.mdb"]
        let before = try files.map { try Data(contentsOf: URL(filePath: $0)) }
        let report = try LogVerifier(directory: scratch.path).verify()
        #expect(report.events == 11)
        #expect(report.outcomes == 2)
        #expect(report.indexedThrough == Position(11))
        #expect(report.indexEntries == 11 + 11 + 5 + 2)
        #expect(try files.map { try Data(contentsOf: URL(filePath: $0)) } == before)
    }

    /// As in a backup that has the log and not what is made of it.
    @Test func aLogWithoutAnIndexIsWhole() throws {
        try FileManager.default.removeItem(atPath: scratch.path + "/index")
        let report = try LogVerifier(directory: scratch.path).verify()
        #expect(report.events == 11 && report.outcomes == 2 && report.indexedThrough == nil)
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/index"))
    }

    /// Its pages, and not the log's: what can be made again is told to be removed.
    @Test func anIndexWhosePagesAreRubbishIsNamed() throws {
        let file = try scratch.generation() + "/data.mdb"
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        for offset in stride(from: 2 * 4096, to: bytes.count, by: 4096) { bytes[offset + 10] ^= 0xFF }
        try Data(bytes).write(to: URL(filePath: file))
        expectDamage("index")
    }

    /// It holds no snapshot from beginning to end: that would keep every page that is freed meanwhile.
    @Test func aLogThatGrowsIsReadOnFreshSnapshots() async throws {
        try await scratch.withLog { log in
            for _ in 0..<4 { _ = try await log.append((0..<5_000).map { _ in noted(["f"]) }) }
        }
        var hasGrown = false
        let report = try LogVerifier(directory: scratch.path).verify { done, head in
            guard !hasGrown else { return }
            hasGrown = true
            #expect(done < head && head == 20_011)
            let other = try? OtherProcess("append-tagged", scratch.path, 100, "g")
            #expect(other?.waitForEnd() == 0)
        }
        #expect(hasGrown)
        #expect(report.events == 20_111)
        #expect(report.indexedThrough == Position(20_111))
        #expect(report.indexEntries == 11 + 11 + 5 + 2 + 20_000 * 2 + 100 * 65)
    }

    @Test func anAlteredRecord() throws {
        try alterRecord(4, in: scratch) { $0[130] ^= 4 }
        expectDamage(at: 4, "altered")
    }

    @Test func aMissingRecord() throws {
        try alterTable("events", in: scratch) { transaction, events in _ = try transaction.remove(4, from: events) }
        expectDamage(at: 4, "missing")
    }

    @Test func aForgedRecordHasAnotherLeafHash() throws {
        try alterRecord(2, in: scratch) { bytes in
            bytes[bytes.count - 1] ^= 1
            reseal(&bytes)
        }
        expectDamage(at: 2, "leaf hash")
    }

    @Test func timeThatGoesBackwards() throws {
        try alterRecord(7, in: scratch) { bytes in
            bytes.replaceSubrange(56..<64, with: [0, 0, 0, 0, 0, 0, 0, 0])
            bytes.replaceSubrange(8..<40, with: documentedLeafHash(of: bytes, at: 7, payload: 1))
            reseal(&bytes)
        }
        expectDamage(at: 7, "earlier than the one before")
    }

    @Test func aLogThatEndsWithinAnAppend() throws {
        try scratch.remove("index")
        try alterTable("events", in: scratch) { transaction, events in
            for position in UInt64(5)...11 { _ = try transaction.remove(position, from: events) }
        }
        try scratch.open().close()
        expectDamage(at: 4, "number 2 of 3")
    }

    @Test func aLogThatLostItsEnd() throws {
        try alterTable("events", in: scratch) { transaction, events in _ = try transaction.remove(11, from: events) }
        expectDamage("ahead of this one")
    }

    @Test func anAlteredOutcome() throws {
        try alterTable("outcomes", in: scratch) { transaction, outcomes in
            var bytes = try #require(try transaction.get(2, in: outcomes)?.withUnsafeBytes { Array($0) })
            bytes[20] ^= 1
            try transaction.put(bytes, for: 2, in: outcomes)
        }
        expectDamage("outcome 2")
    }

    @Test func aMissingOutcome() throws {
        try alterTable("outcomes", in: scratch) { transaction, outcomes in _ = try transaction.remove(1, from: outcomes)
        }
        expectDamage("entries")
    }

    private func alterEntries(_ change: (inout WriteTransaction, Table<[UInt8]>) throws -> Void) throws {
        let environment = try Environment(directory: try scratch.generation())
        let table: Table<[UInt8]> = try environment.openTable(
            TableDefinition("entries", hasDuplicates: true, duplicateSize: 12))
        try environment.write { try change(&$0, table) }
        environment.close()
    }

    @Test func aMissingIndexEntry() throws {
        try alterEntries { transaction, entries in
            var keys: [[UInt8]] = []
            do {
                var cursor = try Cursor(entries, in: transaction)
                while try cursor.next() { if let key = cursor.key { keys.append(key) } }
            }
            try transaction.remove(keys[0], from: entries)
        }
        expectDamage("is missing")
    }

    @Test func anExtraIndexEntry() throws {
        try alterEntries { transaction, entries in
            try transaction.put(Array(repeating: 9, count: 12), for: Array(repeating: 1, count: 16), in: entries)
        }
        expectDamage("30 entries")
    }

    @Test func anAlteredCheckpoint() throws {
        try alterIndex(scratch) { try $0.put([1, 2, 3], for: "checkpoint", in: $1) }
        expectDamage("no checkpoint")
    }

    @Test func anIndexThatIsNamedAndNotThere() throws {
        try FileManager.default.removeItem(atPath: try scratch.generation())
        expectDamage("can't be opened")
    }
}
