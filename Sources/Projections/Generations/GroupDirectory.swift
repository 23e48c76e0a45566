import EventLog

/// Where a group's generations lie, and which of them is current:
/// ```
/// <group>/0000000007/       the current generation: data.mdb, lock.mdb
/// <group>/0000000006/       the one before, kept for a way back
/// <group>/current           "0000000007", replaced by renaming
/// <group>/owner.lock        who applies events to the current generation
/// <group>/rebuild.lock      who makes, swaps, checks and removes generations
/// <group>/building-…        a generation being filled; without the rebuild lock held, a leftover
/// ```
struct GroupDirectory: Sendable {
    let path: String

    init(_ readModels: String, _ group: String) { path = readModels + "/" + group }

    var pointer: String { path + "/current" }
    var ownerLock: String { path + "/owner.lock" }
    var rebuildLock: String { path + "/rebuild.lock" }

    func generation(_ number: Int) -> String {
        let digits = String(number)
        return path + "/" + String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }

    /// A place to make a generation in.
    func aside(_ number: Int) -> String { path + "/building-\(number)" }

    /// The number of the current generation; nil when there is none.
    func current() throws -> Int? {
        guard let bytes = try FileSystem.read(pointer) else { return nil }
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard let number = GroupDirectory.number(text) else {
            throw ProjectionError(.damaged, "\(pointer) names no generation; remove it and rebuild")
        }
        return number
    }

    /// Makes a whole and synced generation, lying aside, the current one.
    func adopt(aside: String, as number: Int) throws {
        try FileSystem.sync(aside)
        try FileSystem.move(aside, to: generation(number))
        try FileSystem.sync(path)
        try point(to: number)
    }

    func point(to number: Int) throws {
        let name = generation(number).split(separator: "/").last ?? ""
        try FileSystem.replace(pointer, with: Array((name + "\n").utf8))
    }

    func nextNumber() throws -> Int {
        try (generations().last ?? 0) + 1
    }

    /// Removes what no one will read: leftovers, and every generation but the current one and the one before it.
    /// - Precondition: the caller holds the rebuild lock.
    func sweep() throws {
        let current = try current()
        let previous = try generations().last { $0 < current ?? 0 }
        for name in FileSystem.names(in: path) {
            if let number = GroupDirectory.number(name) {
                guard number != current, number != previous else { continue }
            } else {
                guard ["building-", "removed-", "current."].contains(where: name.hasPrefix) else { continue }
            }
            try remove(name)
        }
    }

    /// Gives a directory another name first: whoever opens the old path finds all of it or nothing.
    private func remove(_ name: String) throws {
        var removed = path + "/" + name
        if !name.hasPrefix("removed-") {
            removed = path + "/removed-" + name
            FileSystem.remove(removed)
            try FileSystem.move(path + "/" + name, to: removed)
        }
        // What resists stays under a name that nobody opens, for the next sweep.
        FileSystem.remove(removed)
    }

    private func generations() throws -> [Int] {
        FileSystem.names(in: path).compactMap(GroupDirectory.number).sorted()
    }

    private static func number(_ name: String) -> Int? {
        guard name.utf8.count == 10, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(name)
    }
}
