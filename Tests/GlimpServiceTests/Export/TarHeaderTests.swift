import Foundation
import Testing

@testable import GlimpService

/// Read back with `tar`.
@Suite struct TarHeaderTests {
    @Test func everySizeAboutABlockComesBackAsItWas() throws {
        let sizes = [0, 1, 511, 512, 513, 1_023, 1_024, 1_025, 70_000]
        var archive: [UInt8] = []
        for size in sizes {
            archive += TarHeader.bytes("files/\(size)", size: size, modified: 1_800_000_000)
            archive += [UInt8](repeating: 65, count: size) + TarHeader.padding(after: size)
        }
        archive += TarHeader.end
        #expect(archive.count.isMultiple(of: 512))
        let path = FileManager.default.temporaryDirectory.appending(path: "tar-\(UUID().uuidString)").path(
            percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(archive).write(to: URL(filePath: path))
        let tar = Process()
        tar.executableURL = URL(filePath: "/usr/bin/env")
        tar.arguments = ["tar", "--utc", "-tvf", path]
        let pipe = Pipe()
        tar.standardOutput = pipe
        try tar.run()
        let listing = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        tar.waitUntilExit()
        #expect(tar.terminationStatus == 0)
        let lines = listing.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.map { $0.last.map(String.init) } == sizes.map { "files/\($0)" })
        #expect(lines.map { Int($0[2]) } == sizes && lines.allSatisfy { $0[3] == "2027-01-15" }, "\(listing)")
    }
}
