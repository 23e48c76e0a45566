import Foundation
import LMDB
import Testing

@testable import EventLog

/// The index is only a copy of what the log says: missing, old, damaged or foreign, it is made again or caught up.
@Suite struct IndexRecoveryTests {
    let scratch: ScratchLog
    init() throws { scratch = try ScratchLog() }

    /// Thirty events in an index on disk.
    private func fill(_ scratch: ScratchLog) async throws {
        try await scratch.withLog {
            $0.tailBytes = 100
        } _: { log in
            for number in 0..<30 { _ = try await log.append([event(number)]) }
            try await eventually { try log.statistics().indexedThrough == Position(30) }
        }
    }

    private func event(_ number: Int) -> Event {
        noted([EventTag("n:\(number % 7)"), "all"], type: number % 2 == 0 ? "Even" : "Odd")
    }

    private func expectRightAnswers(_ log: EventLog, _ count: Int = 30) throws {
        let positions = { (holds: (Int) -> Bool) in (0..<count).filter(holds).map { Position(UInt64($0 + 1)) } }
        #expect(try log.read(Query(tags: ["all"])).map(\.position) == positions { _ in true })
        for tag in 0..<7 {
            let query = Query(types: ["Even"], tags: [EventTag("n:\(tag)")])
            #expect(try log.read(query).map(\.position) == positions { $0 % 7 == tag && $0 % 2 == 0 })
        }
        #expect(try log.read(Query(types: ["Odd"])).map(\.position) == positions { $0 % 2 == 1 })
    }

    private func expectRightAnswersAndSoundFiles() async throws {
        try await scratch.withLog { try expectRightAnswers($0) }
        #expect(try LogVerifier(directory: scratch.path).verify().events == 30)
    }

    @Test func aMissingIndexIsMadeAgain() async throws {
        try await fill(scratch)
        try scratch.remove("index")
        try await expectRightAnswersAndSoundFiles()
    }

    /// A process that stands still while it makes the index again must not stop the others.
    @Test func whoCannotMakeTheIndexAgainIsBusyAfterATime() async throws {
        try await fill(scratch)
        try scratch.remove("index")
        try FileManager.default.createDirectory(atPath: scratch.path + "/index", withIntermediateDirectories: true)
        var lock = try AdvisoryLock(scratch.path + "/index/rebuild.lock", exclusive: true)
        #expect(lock != nil)
        await expectFailure(.busy) { try scratch.open { $0.busyTimeout = 0.1 } }
        lock = nil
        try await expectRightAnswersAndSoundFiles()
    }

    @Test(arguments: ["", "garbage", "00000099", "../log"])
    func anIndexWithADamagedPointerIsMadeAgain(_ text: String) async throws {
        try await fill(scratch)
        try scratch.write(text, to: "index/current")
        try await expectRightAnswersAndSoundFiles()
    }

    @Test(arguments: [0, 100, 5_000])
    func anIndexCutShortIsMadeAgain(_ length: Int) async throws {
        try await fill(scratch)
        let file = try scratch.generation() + "/data.mdb"
        let whole = try Data(contentsOf: URL(filePath: file))
        try whole.prefix(length).write(to: URL(filePath: file))
        try await expectRightAnswersAndSoundFiles()
    }

    @Test func anIndexOfGarbageIsMadeAgain() async throws {
        try await fill(scratch)
        let file = try scratch.generation() + "/data.mdb"
        try Data(repeating: 0xA5, count: 40_000).write(to: URL(filePath: file))
        try await expectRightAnswersAndSoundFiles()
    }

    @Test(arguments: [0, 1, 9, 17, 33, 64])
    func anAlteredCheckpointIsNotBelieved(_ byte: Int) async throws {
        try await fill(scratch)
        try alterIndex(scratch) { transaction, meta in
            var bytes = try #require(try transaction.get("checkpoint", in: meta)?.withUnsafeBytes { Array($0) })
            bytes[byte] ^= 1
            try transaction.put(bytes, for: "checkpoint", in: meta)
        }
        try await expectRightAnswersAndSoundFiles()
    }

    @Test func theIndexOfAnotherLogIsNotUsed() async throws {
        try await fill(scratch)
        let other = try ScratchLog()
        try await fill(other)
        try FileManager.default.copyItem(atPath: other.path + "/index", toPath: scratch.root + "foreign")
        try scratch.putBack("foreign", as: "index")
        try await expectRightAnswersAndSoundFiles()
    }

    @Test func anIndexThatIsAheadOfARestoredLogIsMadeAgain() async throws {
        try await fill(scratch)
        try scratch.copy("log", to: "old")
        try await scratch.withLog {
            $0.tailBytes = 100
        } _: { log in
            for _ in 0..<20 { _ = try await log.append([noted(["all"])]) }
            try await eventually { try log.statistics().indexedThrough == Position(50) }
        }
        try scratch.putBack("old", as: "log")
        // As far as before, with other events: only the leaf hash tells.
        try scratch.copy("index", to: "ahead")
        try await expectRightAnswersAndSoundFiles()
        try await scratch.withLog {
            $0.tailBytes = 100
        } _: { log in
            for _ in 0..<20 { _ = try await log.append([noted(["other"])]) }
            try await eventually { try log.statistics().indexedThrough == Position(50) }
        }
        try scratch.putBack("ahead", as: "index")
        try await scratch.withLog { log in
            let found = try ["all", "other"].map { try log.read(Query(tags: [EventTag($0)])).count }
            #expect(found == [30, 20])
        }
    }

    @Test(arguments: [131_072, 4])
    func anOldIndexIsCaughtUp(_ tailEvents: Int) async throws {
        try await scratch.withLog { log in
            for number in 0..<3 { _ = try await log.append([event(number)]) }
        }
        try scratch.copy("index", to: "old")
        try await scratch.withLog { log in
            for number in 3..<30 { _ = try await log.append([event(number)]) }
        }
        try scratch.putBack("old", as: "index")
        try await scratch.withLog {
            $0.tailEvents = tailEvents
        } _: { log in
            let condition = AppendCondition(failIfEventsMatch: Query(tags: ["n:1"]), after: Position(20))
            await expectFailure(.conflict) { try await log.append([noted()], condition: condition) }
            try expectRightAnswers(log)
        }
    }

    @Test func damageMetWhileTheLogIsOpenIsMended() async throws {
        try await fill(scratch)
        try await scratch.withLog { log in
            _ = try log.read(Query(tags: ["all"]))
            let helper = try OtherProcess("open", scratch.path)
            #expect(try helper.line() == "ready")
            helper.kill()
            try scratch.remove("index")
            try expectRightAnswers(log)
            // The pointer is gone; the flusher makes a new generation, and appends and reads go on.
            try await eventually { FileManager.default.fileExists(atPath: scratch.path + "/index/current") }
            _ = try await log.append([event(30)], condition: AppendCondition(failIfEventsMatch: Query(tags: ["none"])))
            try expectRightAnswers(log, 31)
        }
    }
}

func alterIndex(
    _ scratch: ScratchLog, _ change: (inout WriteTransaction, Table<String>) throws -> Void
) throws {
    let environment = try Environment(directory: try scratch.generation())
    let table: Table<String> = try environment.openTable(TableDefinition("meta"))
    try environment.write { try change(&$0, table) }
    environment.close()
}
