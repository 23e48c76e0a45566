import EventLog
import Foundation
import GlimpDomain
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpService

/// What a worker may do to the process that started it: nothing.
@Suite struct WorkerTests {
    let scratch: ScratchMedia
    init() throws { scratch = try ScratchMedia() }

    private var task: MediaTask {
        MediaTask(
            .picture(.keep(.png, .none, maximumPixels: 1)), maximumBytes: 9, maximumMemory: 1 << 30, maximumSeconds: 1)
    }

    /// Has a script stand in for the worker.
    private func run(_ script: String, _ task: MediaTask? = nil) throws -> MediaReport? {
        let path = scratch.path + "/worker"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        let (input, output) = (scratch.path + "/input", scratch.path + "/output")
        try Data("input".utf8).write(to: URL(filePath: input))
        try Data().write(to: URL(filePath: output))
        let (from, to) = (open(input, O_RDONLY | O_CLOEXEC), open(output, O_RDWR | O_CLOEXEC))
        defer {
            close(from)
            close(to)
        }
        return try MediaWorker(executable: path, videoExecutable: path).run(task ?? self.task, input: from, files: [to])
    }

    private var output: String {
        get throws { String(decoding: try Data(contentsOf: URL(filePath: scratch.path + "/output")), as: UTF8.self) }
    }

    @Test func aWorkerHasTwoFilesAndSaysOneLine() throws {
        #expect(try run("cat >&3; echo refused damaged") == .refused(.damaged))
        #expect(try output == "input")
        // Nothing of the environment, which may hold secrets.
        _ = try run("env >&3; echo refused damaged")
        #expect(!(try output).contains("HOME"))
    }

    @Test func aWorkerThatDiesOrTalksNonsenseHasAPictureThatIsDamaged() throws {
        for script in [
            "kill -SEGV $$", "exit 3", ":", "echo refused nothing", "printf 'refused damaged'",
            "echo refused damaged; exit 1", "echo refused damaged; kill -ABRT $$", "yes",
            "echo refused damaged; echo refused damaged",
        ] {
            #expect(try run(script) == nil, "\(script)")
        }
    }

    @Test func aWorkerThatDoesNotEndIsEnded() throws {
        let start = ContinuousClock.now
        #expect(try run("echo $$ >&3; exec sleep 60") == nil)
        // It says something, closes its output and stays.
        let pid = try #require(pid_t((try output).trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(pid, 0) == -1 && errno == ESRCH)
        #expect(try run("echo refused damaged; exec >&-; exec sleep 60") == nil)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func aFullDiskIsNotThePicturesFault() throws {
        let full = #expect(throws: EventLogError.self) { try run("exit 75") }
        #expect(full?.code == .full)
        let broken = #expect(throws: EventLogError.self) { try run("exit 74") }
        #expect(broken?.code == .inputOutput)
        let missing = #expect(throws: EventLogError.self) {
            try MediaWorker(executable: scratch.path + "/none", videoExecutable: "/none").run(
                task, input: 0, files: [0])
        }
        #expect(missing?.code == .notFound)
    }

    /// Seen from outside, while it waits for a picture that does not come.
    @Test func aWorkerConfinesItself() async throws {
        // By which it is found among all processes.
        let number = Int(getpid()) << 20 | 0x5A5A5
        let task = MediaTask(
            .picture(.keep(.png, .none, maximumPixels: 1)), maximumBytes: number, maximumMemory: 1 << 30,
            maximumSeconds: 9)
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (input, hold) = (ends[0], ends[1])
        let output = open(scratch.path + "/output", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        // The worker's end alone may keep the pipe open.
        #expect(fcntl(hold, F_SETFD, FD_CLOEXEC) == 0)
        let run = Task.detached { try MediaWorker.besideThisProgram.run(task, input: input, files: [output]) }
        try await poll {
            let process = try Self.process(with: "\(number)")
            return process.map { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t($0)) == 5 } ?? false
        }
        let child = try #require(try Self.process(with: "\(number)"))
        let limits = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for line in ["Max address space 1073741824 1073741824", "Max cpu time 9 9", "Max core file size 0 0"] {
            #expect(limits.contains(line))
        }
        close(hold)
        #expect(try await run.value == .refused(.damaged))
        close(input)
        close(output)
    }

    /// The process with this among its arguments.
    private static func process(with argument: String) throws -> pid_t? {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.first { process in
            // It may have ended since.
            let line = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
            return line.split(separator: "\0").contains { $0 == argument }
        }
    }

    @Test func memoryAndTimeAreBounded() async throws {
        let picture = TestPicture(2_000, 2_000).encoded(".png[interlace]")
        var limits = MediaLimits()
        limits.pictureMegabytes = 256
        // The real one: 2000 × 2000 pixels need less.
        #expect(try await upload(picture, limits) == nil)
        limits.pictureMegabytes = 110
        #expect(try await upload(picture, limits) == .damagedMedia)
    }

    private func upload(_ bytes: [UInt8], _ limits: MediaLimits) async throws -> MediaError.Code? {
        let store = scratch.store(limits)
        defer { store.close() }
        do {
            _ = try await store.upload(Pieces(bytes, of: 65_536), by: scratch.ada)
            return nil
        } catch let error as MediaError {
            return error.code
        }
    }

    @Test func noMoreThanAFewWait() async throws {
        let workers = MediaWorkers(
            MediaWorker(executable: "/none", videoExecutable: "/none"), atOnce: 1, mostWaiting: 1)
        let ada = scratch.ada
        let (held, hold) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        let first = Task {
            try await workers.run(for: ada) { _ in
                hold.yield()
                release.wait()
            }
        }
        for await _ in held { break }
        await withTaskGroup(of: EventLogError.Code?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        return try await workers.run(for: ada) { _ in nil }
                    } catch {
                        return (error as? EventLogError)?.code
                    }
                }
            }
            // All but one are turned away while the first still works.
            for _ in 0..<3 { #expect(await group.next() == .busy) }
            release.signal()
            #expect(await group.next() == .some(nil))
        }
        try await first.value
        // And then it is free again.
        #expect(try await workers.run(for: ada) { _ in 2 } == 2)
    }

    /// Ada's first two are worked on, and she has more waiting than Ben: he is next all the same.
    @Test func nobodyWaitsBehindAllOfOnePersons() async throws {
        let workers = MediaWorkers(
            MediaWorker(executable: "/none", videoExecutable: "/none"), atOnce: 2, mostWaiting: 8)
        let (ada, ben) = (scratch.ada, scratch.ben)
        let (events, tell) = AsyncStream.makeStream(of: String.self)
        var told = events.makeAsyncIterator()
        let release = (0..<2).map { _ in DispatchSemaphore(value: 0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for semaphore in release {
                group.addTask {
                    try await workers.run(for: ada) { _ in
                        tell.yield("held")
                        semaphore.wait()
                    }
                }
                #expect(await told.next() == "held")
            }
            // As many of hers wait as may, and one is too many.
            group.addTask {
                await withTaskGroup(of: Void.self) { waiting in
                    for _ in 0..<3 {
                        waiting.addTask {
                            do {
                                try await workers.run(for: ada) { _ in _ = tell.yield("ada") }
                            } catch {
                                tell.yield((error as? EventLogError)?.code == .busy ? "busy" : "\(error)")
                            }
                        }
                    }
                }
            }
            #expect(await told.next() == "busy")
            group.addTask { try await workers.run(for: ben) { _ in _ = tell.yield("ben") } }
            try await poll { workers.waiting == 3 }
            release[0].signal()
            #expect(await told.next() == "ben")
            #expect(await told.next() == "ada")
            release[1].signal()
            #expect(await told.next() == "ada")
            try await group.waitForAll()
        }
    }
}
