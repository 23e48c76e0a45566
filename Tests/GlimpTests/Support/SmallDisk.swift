import Foundation

/// A file system in memory, a few pages large, inside a bench.
final class SmallDisk {
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
