import Crypto
import EventLog
import Foundation
import GlimpDomain
import Testing

@testable import GlimpService

@Suite struct PersonKeysTests {
    let scratch: ScratchMedia
    init() throws { scratch = try ScratchMedia() }

    private var directory: String { scratch.path + "/keys" }

    @Test func aPersonsKeyIsMadeOnceAndStays() throws {
        let first = try scratch.keys.makeKey(of: scratch.ada)
        #expect(try scratch.keys.makeKey(of: scratch.ada) == first)
        #expect(try scratch.keys.makeKey(of: scratch.ben) != first)
        scratch.keys.close()
        #expect(try scratch.keys.key(of: scratch.ada) == first)
        #expect(first.bitCount == 256)
    }

    @Test func whoHasNoKeyIsToldSo() throws {
        let error = #expect(throws: EventLogError.self) { try scratch.keys.key(of: scratch.ada) }
        #expect(error?.code == .notFound)
    }

    @Test func noKeyIsStoredInTheClear() throws {
        let key = try scratch.keys.makeKey(of: scratch.ada).withUnsafeBytes { Data($0) }
        scratch.keys.close()
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory) {
            let stored = FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data()
            #expect(stored.range(of: key) == nil, "\(name)")
        }
    }

    @Test func withAnotherWrappingKeyNothingIsRead() throws {
        _ = try scratch.keys.makeKey(of: scratch.ada)
        scratch.keys.close()
        let file = URL(filePath: directory + "/people/1/wrapping.key")
        let kept = try Data(contentsOf: file)
        try Data(repeating: 7, count: 32).write(to: file)
        #expect(#expect(throws: EventLogError.self) { try scratch.keys.key(of: scratch.ada) }?.code == .corrupted)
        scratch.keys.close()
        try Data(repeating: 7, count: 31).write(to: file)
        #expect(#expect(throws: EventLogError.self) { try scratch.keys.key(of: scratch.ada) }?.code == .corrupted)
        try FileManager.default.removeItem(at: file)
        #expect(#expect(throws: EventLogError.self) { try scratch.keys.key(of: scratch.ada) }?.code == .notFound)
        try kept.write(to: file)
        _ = try scratch.keys.key(of: scratch.ada)
    }

    @Test func aDirectoryWithoutThemIsNotOpened() async throws {
        let service = try await Service()
        service.glimp.close()
        for missing in ["people", "people/current", "people/1/wrapping.key", "people/1/data.mdb"] {
            let (path, aside) = ("\(service.path)/keys/\(missing)", "\(service.path)/aside")
            try FileManager.default.moveItem(atPath: path, toPath: aside)
            let error = #expect(throws: EventLogError.self) { try service.reopen() }
            #expect(error?.code == .notFound && error?.message.contains("keys/\(missing)") == true)
            #expect(error?.message.contains("restore keys/") == true)
            try FileManager.default.moveItem(atPath: aside, toPath: path)
        }
        try service.reopen()
    }

    @Test func aKeyIsItsPersonsAlone() throws {
        let wrapping = WrappingKey(SymmetricKey(size: .bits256))
        let key = SymmetricKey(size: .bits256)
        let wrapped = try wrapping.wrap(key, of: scratch.ada)
        #expect(try wrapping.unwrap(wrapped, of: scratch.ada) == key)
        for (bytes, person, code) in [
            (wrapped, scratch.ben, EventLogError.Code.corrupted), (Array(wrapped.dropLast()), scratch.ada, .corrupted),
            ([], scratch.ada, .corrupted), ([2] + wrapped.dropFirst(), scratch.ada, .newerFormat),
        ] {
            let error = #expect(throws: EventLogError.self) { try wrapping.unwrap(bytes, of: person) }
            #expect(error?.code == code)
        }
    }

    @Test func manyAtOnceMakeOneKey() async throws {
        // From many threads, of which LMDB lets one write at a time, as of processes.
        let keys = try await withThrowingTaskGroup(of: SymmetricKey.self) { group in
            for _ in 0..<32 {
                group.addTask { [store = scratch.keys, ada = scratch.ada] in try store.makeKey(of: ada) }
            }
            return try await group.reduce(into: [SymmetricKey]()) { $0.append($1) }
        }
        #expect(keys.allSatisfy { $0 == keys[0] })
    }

    // Destroying.

    private func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory) {
            found[name] = FileManager.default.contents(atPath: "\(directory)/\(name)")
        }
        return found
    }

    @Test func aDestroyedKeyIsGoneForGoodAndEverybodyElseKeepsTheirs() throws {
        _ = try scratch.keys.makeKey(of: scratch.ada)
        let ben = try scratch.keys.makeKey(of: scratch.ben)
        let wrapping = try #require(FileManager.default.contents(atPath: directory + "/people/1/wrapping.key"))
        try scratch.keys.destroy([scratch.ada])
        guard case .destroyed = try scratch.keys.standing(of: scratch.ada) else {
            Issue.record("the key is still there")
            return
        }
        #expect(try scratch.keys.key(of: scratch.ben) == ben)
        #expect(throws: EventLogError.self) { try scratch.keys.makeKey(of: scratch.ada) }
        #expect(try !files().keys.contains { $0.hasPrefix("people/1") })
        #expect(try files().values.allSatisfy { $0.range(of: wrapping) == nil })
        // Again changes nothing; who never had a key can't be given one either.
        try scratch.keys.destroy([scratch.ada])
        #expect(
            try FileManager.default.fileExists(atPath: directory + "/people/2") && !files().keys.contains("people/3"))
        let cleo = UserID(rawValue: UUID())
        try scratch.keys.destroy([cleo])
        #expect(throws: EventLogError.self) { try scratch.keys.makeKey(of: cleo) }
        #expect(try scratch.keys.isDestroyed([scratch.ada, cleo]))
    }

    /// Killed after each step, whoever comes next finds keys that are whole, and can finish.
    @Test(arguments: DestroyingStep.allCases) func aKilledDestroyingIsFinishedByTheNext(at step: DestroyingStep) throws
    {
        _ = try scratch.keys.makeKey(of: scratch.ada)
        let ben = try scratch.keys.makeKey(of: scratch.ben)
        let copy = scratch.path + "/killed"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        try scratch.keys.destroy([scratch.ada]) { reached in
            // What a process that dies here leaves.
            if reached == step { try? FileManager.default.copyItem(atPath: directory, toPath: copy + "/keys") }
        }
        let left = PersonKeys(copy + "/keys")
        defer { left.close() }
        #expect(try left.key(of: scratch.ben) == ben)
        #expect(try !left.isDestroyed([scratch.ada]))
        try left.destroy([scratch.ada])
        #expect(try left.isDestroyed([scratch.ada]))
        #expect(try left.key(of: scratch.ben) == ben)
        let names = try FileManager.default.contentsOfDirectory(atPath: copy + "/keys/people")
        #expect(names.filter { $0.first?.isNumber == true }.count == 1)
    }
}
