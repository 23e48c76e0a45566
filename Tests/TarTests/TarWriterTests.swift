import Foundation
import Tar
import Testing

/// Read back with GNU tar and with Python's `tarfile`, neither of which is libarchive.
@Suite struct TarWriterTests {
    private struct File: Equatable {
        var name: String
        var bytes: [UInt8]
    }

    private func archive(_ files: [File], piece: Int = 1_000) throws -> Data {
        let tar = try TarWriter()
        var archive = Data()
        for file in files {
            try tar.begin(file.name, bytes: file.bytes.count, modified: 1_800_000_000)
            for start in stride(from: 0, to: file.bytes.count, by: piece) {
                try tar.append(Array(file.bytes[start..<min(start + piece, file.bytes.count)]))
                archive += tar.take()
            }
        }
        try tar.finish()
        return archive + tar.take()
    }

    private func withFile<R>(_ content: Data, _ body: (String) throws -> R) throws -> R {
        let path = FileManager.default.temporaryDirectory.appending(path: "tar-\(UUID().uuidString)").path(
            percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try content.write(to: URL(filePath: path))
        return try body(path)
    }

    private func run(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return output
    }

    @Test func everySizeAboutABlockComesBackAsItWas() throws {
        let sizes = [0, 1, 511, 512, 513, 1_023, 1_024, 1_025, 65_535, 65_536, 65_537, 200_000]
        let files = sizes.map { size in
            File(name: "files/\(size)", bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        }
        let made = try archive(files)
        #expect(made.count.isMultiple(of: 512))
        try withFile(made) { path in
            let lines = try run("tar", "--utc", "-tvf", path).split(separator: "\n").map { $0.split(separator: " ") }
            #expect(lines.map { $0.last.map(String.init) } == files.map(\.name))
            #expect(lines.map { Int($0[2]) } == sizes && lines.allSatisfy { $0[3] == "2027-01-15" })
            #expect(lines.allSatisfy { $0[0] == "-rw-------" })
            let script = """
                import sys, tarfile
                with tarfile.open(sys.argv[1], 'r:') as archive:
                    for member in archive:
                        assert member.isfile() and not member.pax_headers, member
                        expected = bytes(number * 31 % 256 for number in range(member.size))
                        assert archive.extractfile(member).read() == expected, member.name
                        print(member.name)
                """
            let names = try run("python3", "-c", script, path).split(separator: "\n").map(String.init)
            #expect(names == files.map(\.name))
        }
    }

    @Test func longNamesAndLargeFilesAreTold() throws {
        let long = String(repeating: "directory/", count: 30) + "file"
        try withFile(try archive([File(name: long, bytes: [65])])) { path in
            let names = try run("tar", "-tf", path)
            #expect(names == long + "\n")
        }
        // Nothing of what follows is made: only its header says how long it would be.
        let tar = try TarWriter()
        try tar.begin("large", bytes: 9 << 30, modified: 0)
        for _ in 0..<200 { try tar.append([UInt8](repeating: 0, count: 1_000)) }
        let start = Data(tar.take())
        #expect(start.range(of: Data("size=\(9 << 30)\n".utf8)) != nil)
    }

    /// libarchive fills up what is not whole, unless it is told to fail.
    @Test func anArchiveThatIsGivenUpIsNotFilledUp() throws {
        for _ in 0..<100 {
            let tar = try TarWriter()
            try tar.begin("never", bytes: 1 << 50, modified: 0)
            try tar.append([1, 2, 3])
        }
    }

    /// Whoever takes what was made after each piece never has more than the piece and what libarchive gathers.
    @Test func whatIsHeldIsAPieceAndABlock() throws {
        let tar = try TarWriter()
        let piece = [UInt8](repeating: 7, count: 100_000)
        try tar.begin("file", bytes: piece.count * 500, modified: 0)
        var (most, all) = (0, 0)
        for _ in 0..<500 {
            try tar.append(piece)
            let made = tar.take().count
            (most, all) = (max(most, made), all + made)
        }
        try tar.finish()
        all += tar.take().count
        #expect(most <= piece.count + (1 << 16) && all >= piece.count * 500 && all <= piece.count * 500 + 2_048)
    }
}
