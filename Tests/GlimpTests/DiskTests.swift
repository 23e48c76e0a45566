import Foundation
import Testing

/// Disks that are full or can't be written.
@Suite(.enabled(if: SmallDisk.isPossible, "needs the right to mount")) struct DiskTests {
    @Test func aFullDiskKeepsWhatWasAcknowledgedAndRoomIsAllItTakes() async throws {
        let disk = try SmallDisk(bytes: 3 << 20)
        let data = disk.path + "/data"
        let ballast = disk.path + "/ballast"
        try Data(repeating: 1, count: 1 << 20).write(to: URL(filePath: ballast))
        let bench = disk.bench
        let name = String(repeating: "x", count: 60)
        let people = Line.people(4_000).map { line in
            line.with { $0.body = $0.body.replacing("}", with: #","displayName":"\#(name)"}"#) }
        }
        let file = try bench.file("lines", people)
        let full = try await bench.glimp("apply", file, "--acks", bench.path + "/acks", "--data", data)
        #expect(full.code == 74 && full.errors.contains("full"), "\(full)")
        let acks = try bench.content("acks").split(separator: UInt8(ascii: "\n")).count
        let events = try await bench.jsonLines("log", "read", "--data", data).count
        #expect(acks > 0 && acks <= events && events < people.count)
        #expect(try await bench.glimp("log", "verify", "--data", data).code == 0)
        try FileManager.default.removeItem(atPath: ballast)
        let some = try bench.file("some", Array(people.prefix(events + 100)))
        let onward = try await bench.json("apply", some, "--data", data)
        #expect(onward["duplicates"]?.int == events && onward["applied"] == 100, "\(onward)")
    }

    @Test func aReadOnlyDirectoryIsToldAsSuch() async throws {
        let disk = try SmallDisk(bytes: 8 << 20)
        let bench = disk.bench
        let data = disk.path + "/data"
        #expect(try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#, "--data", data).code == 0)
        try disk.makeReadOnly()
        for command in DirectoryTests.commands + [["send", "RegisterAccount", #"{"username":"bob"}"#]] {
            let ended = try await bench.start(command + ["--data", data]).ended()
            #expect(ended.code == 74 && ended.errors.contains("read-only file system"), "\(command): \(ended)")
        }
        let new = try await bench.glimp("apply", "/dev/null", "--data", disk.path + "/new")
        #expect(new.code == 74 && new.errors.lowercased().contains("read-only file system"), "\(new)")
    }
}

/// A file system in memory, a few pages large, inside a bench.
private final class SmallDisk {
    let bench: Workbench
    let path: String

    static var isPossible: Bool { (try? SmallDisk(bytes: 1 << 16)) != nil }

    init(bytes: Int) throws {
        bench = try Workbench()
        path = bench.path + "/disk"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw POSIXError(.EPERM) }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    func makeReadOnly() throws {
        guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else { throw POSIXError(.EPERM) }
    }
}
