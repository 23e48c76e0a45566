import EventLog
import Foundation
import Testing

@Suite struct FullDiskTests {
    @Test func filesThatMayNotGrowRefuseAppendsAndNothingElse() throws {
        let scratch = try ScratchLog()
        try scratch.open().close()
        let other = try OtherProcess("file-size-limit", scratch.path, 400_000)
        #expect(try other.lines() == ["full", "kept true", "resumed true"])
        #expect(other.waitForEnd() == 0)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount"))
    func aFullDiskRefusesAppendsAndWritingResumesWithRoom() async throws {
        let disk = try SmallDisk(bytes: 2 << 20)
        let ballast = URL(filePath: disk.scratch.root + "ballast")
        try Data(repeating: 1, count: 1 << 19).write(to: ballast)
        try await disk.scratch.withLog { log in
            var count = 0
            let refused = await code {
                while true {
                    _ = try await log.append([noted(["a"], payload: Array(repeating: 1, count: 3_000))])
                    count += 1
                }
            }
            #expect(refused == .full)
            let found = try [Query.all, Query(tags: ["a"])].map { try log.read($0).count }
            #expect(found == [count, count])
            try FileManager.default.removeItem(at: ballast)
            for _ in 0..<20 { _ = try await log.append([noted(["a"])]) }
            #expect(try log.read(Query(tags: ["a"])).count == count + 20)
        }
        let report = try LogVerifier(directory: disk.scratch.path).verify()
        #expect(report.events > 20)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount"))
    func aReadOnlyDiskIsNamed() async throws {
        let disk = try SmallDisk(bytes: 2 << 20)
        try disk.scratch.open().close()
        try disk.makeReadOnly()
        for access in [EventLogOptions.Access.reading, .shared] {
            await expectFailure(.inputOutput) { try disk.scratch.open { $0.access = access } }
            let text = await message { try disk.scratch.open { $0.access = access } }
            #expect(text.contains("read-only") && text.contains(disk.scratch.path))
        }
    }
}

/// A file system in memory of a few pages.
final class SmallDisk {
    let scratch: ScratchLog

    static var isPossible: Bool { (try? SmallDisk(bytes: 1 << 16)) != nil }

    init(bytes: Int) throws {
        scratch = try ScratchLog()
        guard mount("tmpfs", scratch.root, "tmpfs", 0, "size=\(bytes)") == 0 else { throw POSIXError(.EPERM) }
    }

    deinit { umount2(scratch.root, Int32(MNT_DETACH)) }

    func makeReadOnly() throws {
        let flags = UInt(MS_REMOUNT | MS_RDONLY)
        guard mount("tmpfs", scratch.root, "tmpfs", flags, nil) == 0 else { throw POSIXError(.EPERM) }
    }
}
