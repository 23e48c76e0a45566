import Foundation
import LMDB
import Testing

@testable import EventLog

/// A directory is there whole or not at all, and what is none is left alone.
@Suite struct CreationTests {
    let scratch: ScratchLog
    init() throws { scratch = try ScratchLog() }

    private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: scratch.root) } }

    @Test func racingProcessesMakeOneLog() async throws {
        for _ in 0..<5 {
            let others = try (0..<6).map { _ in try OtherProcess("create", scratch.path) }
            let ids = try others.map { try $0.line() }
            #expect(Set(ids).count == 1)
            #expect(ids[0].flatMap { UUID(uuidString: $0) } != nil)
            for other in others { #expect(other.waitForEnd() == 0) }
            #expect(try names == ["data"])
            try FileManager.default.removeItem(atPath: scratch.path)
        }
    }

    @Test func killedWhileCreatingLeavesAllOrNothing() async throws {
        var random = SeededGenerator()
        for _ in 0..<40 {
            let other = try OtherProcess("create", scratch.path)
            usleep(UInt32.random(in: 0...60_000, using: &random))
            other.kill()
            if FileManager.default.fileExists(atPath: scratch.path + "/log") {
                try scratch.open { $0.creates = false }.close()
                #expect(try LogVerifier(directory: scratch.path).verify().events == 0)
                try FileManager.default.removeItem(atPath: scratch.path)
            } else {
                await expectFailure(.notFound) { try scratch.open { $0.creates = false } }
            }
        }
        try scratch.open().close()
    }

    @Test(arguments: LogDirectory.Step.allCases)
    func killedBetweenTwoStepsItIsFinishedByTheNext(_ step: LogDirectory.Step) async throws {
        let other = try OtherProcess("create-and-die", scratch.path, step.rawValue)
        #expect(try other.lines() == [])
        if step == .logMoved {
            try scratch.open { $0.creates = false }.close()
        } else {
            await expectFailure(.notFound) { try scratch.open { $0.creates = false } }
            await expectFailure(.notFound) { try LogVerifier(directory: scratch.path) }
        }
        try await scratch.withLog { _ = try await $0.append([noted()]) }
        #expect(try LogVerifier(directory: scratch.path).verify().events == 1)
        // What `prepare` made is there exactly when its process got so far.
        let isPrepared = step.rawValue >= LogDirectory.Step.finishable.rawValue
        #expect(try content(scratch.path) == ["index", "log", "tick"] + (isPrepared ? ["zeal"] : []))
        #expect(try names == ["data"])
    }

    private func content(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// It may be a mount point, and its parent may belong to somebody else.
    @Test func anEmptyDirectoryIsFilledAndNotReplaced() async throws {
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/lost+found/a", withIntermediateDirectories: true)
        let before = FileSystem.identity(of: scratch.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch.root)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.root) }
        try await scratch.withLog { _ = try await $0.append([noted()]) }
        #expect(FileSystem.identity(of: scratch.path) == before)
        #expect(try content(scratch.path) == ["index", "log", "lost+found", "tick"])
        #expect(try content(scratch.path + "/lost+found") == ["a"])
    }

    /// As when the directory can't be synced after `log/` is there: what a power loss may take back is no success.
    @Test(arguments: LogDirectory.Step.allCases)
    func aFailureAtAnyStepIsTold(_ step: LogDirectory.Step) async throws {
        var options = EventLogOptions()
        options.mapSize = 1 << 30
        let directory = LogDirectory(scratch.path, options)
        await expectFailure(.inputOutput) {
            try directory.create(prepare: { _ in }) {
                if $0 == step { throw EventLogError(.inputOutput, "at \(step)") }
            }
        }
        try scratch.open().close()
        #expect(try content(scratch.path) == ["index", "log", "tick"])
    }

    @Test func oneThatStandsStillWhileItMakesTheDirectoryHoldsUpNobody() async throws {
        try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
        var lock = try AdvisoryLock(directory: scratch.path)
        #expect(lock != nil)
        await expectFailure(.busy) { try scratch.open { $0.busyTimeout = 0.1 } }
        lock = nil
        try scratch.open().close()
    }

    @Test(arguments: ["index", "keys", "notes.txt"])
    func aDirectoryOfSomethingElseIsRefusedAndKept(_ name: String) async throws {
        try FileManager.default.createDirectory(atPath: scratch.path + "/" + name, withIntermediateDirectories: true)
        for creates in [true, false] {
            await expectFailure(.notFound) { try scratch.open { $0.creates = creates } }
            let text = await message { try scratch.open { $0.creates = creates } }
            #expect(text.contains(scratch.path) && text.contains("log/"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [name])
        #expect(try names == ["data"])
    }

    @Test func anEmptyDirectoryIsFilledAlsoBehindALink() async throws {
        let target = scratch.root + "target"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: scratch.path, withDestinationPath: target)
        try await scratch.withLog { _ = try await $0.append([noted()]) }
        #expect(FileManager.default.fileExists(atPath: target + "/log/data.mdb"))
    }

    @Test func aParentThatIsMissingIsNamed() async throws {
        let options = { () -> EventLogOptions in
            var options = EventLogOptions()
            options.creates = true
            return options
        }
        let text = await message { try EventLog(at: scratch.path + "/no/where", options: options()) }
        #expect(text.contains("/no"))
    }

    private func alterHeader(_ change: (inout [UInt8]) -> Void) throws {
        let environment = try Environment(directory: scratch.path + "/log")
        let meta: Table<String> = try environment.openTable(TableDefinition("meta"))
        try environment.write { transaction in
            var bytes = try #require(try transaction.get("log", in: meta)?.withUnsafeBytes { Array($0) })
            change(&bytes)
            try transaction.put(bytes, for: "log", in: meta)
        }
        environment.close()
    }

    @Test func everyFlippedBitOfTheHeaderIsNoticed() async throws {
        try scratch.open().close()
        for bit in 0..<28 * 8 {
            try alterHeader { $0[bit / 8] ^= 1 << (bit % 8) }
            await expectFailure(.corrupted) { try scratch.open() }
            try alterHeader { $0[bit / 8] ^= 1 << (bit % 8) }
        }
        try scratch.open().close()
    }

    @Test func aNewerFormatIsRefusedByName() async throws {
        try scratch.open().close()
        try alterHeader { bytes in
            // A later format may say more between the id and the checksum.
            bytes = [2, 0, 0, 0] + bytes[4..<20] + [1, 2, 3]
            let environment = [UInt8](checksum(of: bytes))
            bytes += environment
        }
        await expectFailure(.newerFormat) { try scratch.open() }
        await expectFailure(.newerFormat) { try LogVerifier(directory: scratch.path) }
        let text = await message { try scratch.open() }
        #expect(text.contains("format 2") && text.contains("knows 1"))
    }

    @Test func anEnvironmentOfSomethingElseIsRefusedAndNotChanged() async throws {
        try FileManager.default.createDirectory(atPath: scratch.path + "/log", withIntermediateDirectories: true)
        let environment = try Environment(directory: scratch.path + "/log")
        let _: Table<String> = try environment.openTable(TableDefinition("other"))
        environment.close()
        let before = try Data(contentsOf: URL(filePath: scratch.path + "/log/data.mdb"))
        await expectFailure(.corrupted) { try scratch.open() }
        await expectFailure(.corrupted) { try LogVerifier(directory: scratch.path) }
        #expect(try Data(contentsOf: URL(filePath: scratch.path + "/log/data.mdb")) == before)
    }

    @Test(arguments: [0, 10, 5_000])
    func aLogCutShortIsDamaged(_ length: Int) async throws {
        try scratch.open().close()
        let file = URL(filePath: scratch.path + "/log/data.mdb")
        try Data(contentsOf: file).prefix(length).write(to: file)
        await expectFailure(.corrupted) { try scratch.open() }
    }
}
