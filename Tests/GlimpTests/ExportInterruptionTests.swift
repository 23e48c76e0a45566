import Foundation
import Testing

/// What becomes of an archive that can't be finished.
@Suite struct ExportInterruptionTests {
    /// Comments of ada's, of some kilobytes together a dozen.
    private static func comments(_ count: Int) -> [Line] {
        let photo = Line.freshID()
        let digest = Data(repeating: 7, count: 32).base64EncodedString()
        let content =
            #"{"media":"\#(Line.freshID())","sha256":"\#(digest)","mime":"image/png","width":1,"height":1,"bytes":9}"#
        let text = String(repeating: "many words ", count: 25)
        return Line.friends() + [
            Line(
                actor: "bob", command: "PublishPhoto",
                body: #"{"photo":\#(content),"title":"theirs","photoId":"\#(photo)"}"#)
        ]
            + (0..<count).map { _ in
                Line(actor: "ada", command: "CommentOnPhoto", body: #"{"photo":"\#(photo)","text":"\#(text)"}"#)
            }
    }

    @Test func whoIsKilledLeavesNothing() async throws {
        let bench = try Workbench()
        let lines = try bench.file("lines", Self.comments(4_000))
        #expect(try await bench.glimp("apply", lines).code == 0)
        let place = bench.path + "/out"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let archive = place + "/ada.tar"
        let before = try FileManager.default.contentsOfDirectory(atPath: bench.data)
        // When the archive is begun, when there is much of it, and in between.
        for bytes in [1, 200_000, 1_000_000] {
            let export = try bench.start(["account", "export", "ada", "--to", archive])
            try await poll("\(bytes) bytes are written") {
                try #require(export.isRunning, "it ended before it was killed")
                return export.bytesOfUnnamedFiles(in: place) >= bytes
            }
            export.signal(SIGKILL)
            let ended = await export.ended()
            #expect(ended.wasKilled && ended.code == SIGKILL, "\(ended)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
            let after = try FileManager.default.contentsOfDirectory(atPath: bench.data)
            #expect(Set(after).isSubset(of: Set(before)), "\(after)")
        }
        #expect(try await bench.glimp("account", "export", "ada", "--to", archive).code == 0)
        let listing = try await bench.shell("tar -tf \(archive) | tail -1")
        #expect(listing.output == "manifest.json\n")
    }

    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount"))
    func aFullDiskIsToldAndLeavesNothing() async throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        let bench = disk.bench
        let lines = try bench.file("lines", Self.comments(2_000))
        #expect(try await bench.glimp("apply", lines).code == 0)
        let full = try await bench.glimp("account", "export", "ada", "--to", disk.path + "/ada.tar")
        #expect(full.code == 74 && full.errors.lowercased().contains("no space left"), "\(full)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    /// What an archive gathers before it knows how long a file is lies in the data directory.
    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount"))
    func aFullDataDirectoryIsToldAndRoomIsAllItTakes() async throws {
        let disk = try SmallDisk(bytes: 32 << 20)
        let (bench, data, ballast) = (disk.bench, disk.path + "/data", disk.path + "/ballast")
        let lines = try bench.file("lines", Self.comments(1_000))
        #expect(try await bench.glimp("apply", lines, "--data", data).code == 0)
        let archive = bench.path + "/ada.tar"
        #expect(try await bench.glimp("account", "export", "ada", "--to", archive, "--data", data).code == 0)
        try FileManager.default.removeItem(atPath: archive)
        let free = try #require(
            try FileManager.default.attributesOfFileSystem(forPath: disk.path)[.systemFreeSize] as? Int)
        try Data(repeating: 1, count: free - (64 << 10)).write(to: URL(filePath: ballast))
        let full = try await bench.glimp("account", "export", "ada", "--to", archive, "--data", data)
        #expect(full.code == 74 && full.errors.lowercased().contains("no space left"), "\(full)")
        #expect(!FileManager.default.fileExists(atPath: archive))
        try FileManager.default.removeItem(atPath: ballast)
        #expect(try await bench.glimp("account", "export", "ada", "--to", archive, "--data", data).code == 0)
    }
}

extension RunningProcess {
    /// What it has written to files of a directory that have no name (proc(5), `fd`).
    fileprivate func bytesOfUnnamedFiles(in directory: String) -> Int {
        let table = "/proc/\(identifier)/fd"
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: table)) ?? []
        return entries.reduce(0) { sum, entry in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(table)/\(entry)")
            guard let target, target.contains("\(directory)/"), target.hasSuffix("(deleted)") else { return sum }
            var status = stat()
            return stat("\(table)/\(entry)", &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}
