import Foundation
import LMDB
import Testing

@Suite struct FullDiskTests {
    @Test func aFileThatMayNotGrowRefusesTheCommitAndNothingElse() throws {
        let scratch = try Scratch()
        let other = try OtherProcess("file-size-limit", scratch.path, 300_000)
        #expect(try other.line() == "diskFull")
        #expect(try other.line() == "kept true")
        #expect(try other.line() == "resumed true")
        #expect(other.waitForEnd() == 0)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount"))
    func aFullDiskRefusesTheCommitAndWritingResumesWithRoom() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        let ballast = disk.path + "/ballast"
        try Data(repeating: 1, count: 1 << 18).write(to: URL(filePath: ballast))
        let environment = try disk.scratch.open()
        let table = try environment.openTable(numbers)
        let page = [UInt8](repeating: 1, count: 3000)
        for size in [1, 7, 40] {
            var key = UInt64(try environment.read { try $0.count(table) })
            let full = condition {
                while true {
                    try environment.write { transaction in
                        for offset in 0..<UInt64(size) { try transaction.put(page, for: key + offset, in: table) }
                    }
                    key += UInt64(size)
                }
            }
            #expect(full == .diskFull)
            #expect(try environment.read { try $0.keys(of: table) } == Array(0..<key))
        }
        try FileManager.default.removeItem(atPath: ballast)
        try environment.write { try $0.put(page, for: 10_000, in: table) }
        #expect(try environment.read { try $0.contains(10_000, in: table) })
        let copy = try disk.scratch.make("copy")
        #expect(condition { try environment.copy(to: copy) } == .diskFull)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy).isEmpty)
        environment.close()
    }

    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount"))
    func aReadOnlyFileSystemIsReadButNotWritten() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        let writable = try disk.scratch.open()
        let table = try writable.openTable(numbers)
        try writable.write { try $0.put([1], for: 1, in: table) }
        writable.close()
        try disk.makeReadOnly()
        #expect(condition { try disk.scratch.open() } == .permissionDenied)
        let environment = try disk.scratch.open { $0.isReadOnly = true }
        let readable = try environment.openTable(numbers)
        #expect(try environment.read { try $0.bytes(1, in: readable) } == [1])
        environment.close()
    }
}

/// A file system in memory of a few pages.
final class SmallDisk {
    let scratch: Scratch
    var path: String { scratch.path }

    static var isPossible: Bool { (try? SmallDisk(bytes: 1 << 16)) != nil }

    init(bytes: Int) throws {
        scratch = try Scratch()
        guard mount("tmpfs", scratch.path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw POSIXError(.EPERM) }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    func makeReadOnly() throws {
        let flags = UInt(MS_REMOUNT | MS_RDONLY)
        guard mount("tmpfs", path, "tmpfs", flags, nil) == 0 else { throw POSIXError(.EPERM) }
    }
}
