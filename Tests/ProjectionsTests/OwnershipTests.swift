import EventLog
import EventLogTesting
import Foundation
import Testing

@testable import Projections

@Suite("Ownership")
struct OwnershipTests {
    let scratch: Scratch
    let log = InMemoryEventStore()

    init() throws { scratch = try Scratch() }

    @Test("one projector applies events; another takes over after the first one's end")
    func takeOver() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        let (first, second) = (
            Projector(store.groups[0], in: store, of: log), Projector(store.groups[0], in: store, of: log)
        )
        let run = Task { try await first.run() }
        try await log.add(["a"])
        try await store.wait(for: "tally", until: Position(1), timeout: .seconds(60))
        try await running([second]) {
            try await Task.sleep(for: .milliseconds(400))
            #expect(await first.isOwner)
            #expect(await !second.isOwner)
            run.cancel()
            try await run.value
            let position = try await log.add(["b"])
            try await store.wait(for: "tally", until: position, timeout: .seconds(60))
            #expect(await second.isOwner)
        }
    }

    @Test("a free lock is found within a second")
    func interval() { #expect(Projector.retryInterval * 2 <= .seconds(1)) }

    @Test("the kernel frees the lock of a process that is killed")
    func killedOwner() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.add(["a"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: Position(1))
        let owner = Process()
        owner.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        owner.arguments = ["--no-fork", scratch.path + "/tally/owner.lock", "sleep", "60"]
        try owner.run()
        try await eventually({ try store.list(comparedWith: log)[0].owner == .somebody }, "the child has the lock")

        let position = try await log.add(["b"])
        let error = await #expect(throws: ProjectionError.self) {
            try await Projector(store.groups[0], in: store, of: log)
                .catchUp(through: position, timeout: .milliseconds(200))
        }
        #expect(error?.code == .timedOut)
        try await running([Projector(store.groups[0], in: store, of: log)]) {
            try await Task.sleep(for: .milliseconds(300))
            #expect(try store.position(of: "tally") == Position(1), "two may never write at once")
            kill(owner.processIdentifier, SIGKILL)
            try await store.wait(for: "tally", until: position, timeout: .seconds(60))
        }
    }

    @Test("a command that ends catches up and lets go; with an owner it waits for it")
    func catchUp() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        let group = store.groups[0]
        try await log.addRandom(5_000, seed: 1)
        #expect(try await Projector(group, in: store, of: log).catchUp(through: Position(5_000)) == Position(5_000))
        #expect(try store.list(comparedWith: log)[0].owner == .nobody)
        try await running([Projector(group, in: store, of: log)]) {
            try await eventually({ try store.list(comparedWith: log)[0].owner == .somebody })
            let position = try await log.add(["last"])
            #expect(try await Projector(group, in: store, of: log).catchUp(through: position) == position)
        }
        await #expect(throws: ProjectionError.self) {
            try await Projector(group, in: store, of: log).catchUp(through: Position(1 << 40))
        }
    }

    @Test("reading makes nothing")
    func readingMakesNothing() throws {
        let path = scratch.path + "/absent"
        let store = ReadModelStore(directory: path, groups: [.tally()])
        let error = #expect(throws: ProjectionError.self) { try store.read("tally") { $0.position } }
        #expect(error?.code == .notReady)
        #expect(try store.list(comparedWith: log)[0].state == .building)
        #expect(throws: ProjectionError.self) { try store.read("nothing") { $0.position } }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
