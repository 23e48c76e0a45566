import Foundation
import GlimpDomain
import PicturesForTests
import Testing

@testable import GlimpService

/// Several processes on one media directory, and what is left when one of them is killed.
@Suite struct MediaProcessTests {
    let scratch: ScratchMedia
    init() throws { scratch = try ScratchMedia() }

    private func file(_ bytes: [UInt8]) throws -> String {
        let path = "\(scratch.path)/\(UUID().uuidString).png"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    @Test func anUploadOnItsWayHasNoNameAndIsGoneWithItsProcess() async throws {
        let picture = TestPicture.png()
        let other = try UploadingProcess(scratch.media, scratch.ada)
        #expect(try other.ask("open") == "ready")
        #expect(try other.ask("hang \(try file(picture))") == "hanging")
        try await poll { other.namelessFiles.contains(picture.count) }
        #expect(try scratch.files.isEmpty)
        other.kill()
        #expect(try scratch.files.isEmpty)
    }

    @Test func processesThatUploadTheSameKeepItOnce() async throws {
        let others = try (0..<3).map { _ in try UploadingProcess(scratch.media, scratch.ada) }
        // The directory is made by all of them at once, and by one.
        for other in others { try other.tell("open") }
        for other in others { #expect(try other.line() == "ready") }
        for round in 0..<10 {
            let file = try file(TestPicture.png(number: round))
            for other in others { try other.tell("upload \(file)") }
            let ids = try others.map { try $0.line() }
            #expect(Set(ids).count == 1)
            #expect(ids[0].flatMap { MediaID($0) } != nil, "\(ids)")
            #expect(try scratch.files.count == round + 1)
        }
        for other in others { other.kill() }
        let leftovers = try FileManager.default.contentsOfDirectory(atPath: scratch.path).filter {
            !$0.hasSuffix(".png")
        }
        #expect(leftovers.sorted() == ["keys", "media"])
    }
}

/// A running `GlimpServiceTestHelper`.
final class UploadingProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var unread = ""

    init(_ directory: String, _ owner: UserID) throws {
        let binary = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: binary).deletingLastPathComponent()
            .appending(path: "GlimpServiceTestHelper")
        process.arguments = [directory, owner.description]
        process.standardOutput = output
        process.standardInput = input
        try process.run()
        // The helper's end alone is to keep the pipe open, or its death would not be the end of the file.
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
    }

    deinit { if process.isRunning { kill() } }

    func tell(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    func ask(_ line: String) throws -> String? {
        try tell(line)
        return try self.line()
    }

    /// nil: the process has ended.
    func line() throws -> String? {
        while !unread.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            unread += String(decoding: data, as: UTF8.self)
        }
        guard let end = unread.firstIndex(of: "\n") else { return nil }
        defer { unread = String(unread[unread.index(after: end)...]) }
        return String(unread[..<end])
    }

    /// The sizes of the open files that lie nowhere.
    var namelessFiles: [Int] {
        let folder = "/proc/\(process.processIdentifier)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 0
            else { return nil }
            return Int(status.st_size)
        }
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
