import Foundation
import LMDB

/// A directory of one test's own, gone with it.
final class Scratch {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "lmdb-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var dataFile: String { path + "/data.mdb" }

    func make(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
        return path + "/" + name
    }

    func open(_ change: (inout Environment.Options) -> Void = { _ in }) throws -> Environment {
        var options = Environment.Options()
        options.mapSize = 1 << 22
        change(&options)
        return try Environment(directory: path, options: options)
    }
}

let numbers = TableDefinition("numbers", keyedBy: UInt64.self)

extension Transaction where Self: ~Copyable {
    func bytes<Key: TableKey>(_ key: Key, in table: Table<Key>) throws -> [UInt8]? {
        try get(key, in: table)?.withUnsafeBytes { Array($0) }
    }

    func keys<Key: TableKey>(of table: Table<Key>) throws -> [Key] {
        var cursor = try Cursor(table, in: self)
        var found: [Key] = []
        while try cursor.next() { if let key = cursor.key { found.append(key) } }
        return found
    }
}

/// The condition `body` throws; nil when it throws none of LMDB's.
func condition<R: ~Copyable>(_ body: () throws -> R) -> LMDBError.Condition? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? LMDBError)?.condition
    }
}

/// SplitMix64: a test prints its seed, and the seed gives the same run again (`GLIMP_SEED`).
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init() {
        seed = ProcessInfo.processInfo.environment["GLIMP_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
