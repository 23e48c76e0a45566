import EventLog

/// Where a group's generations lie, and which of them is current:
/// ```
/// <group>/0000000007/       the current generation: data.mdb, lock.mdb
/// <group>/0000000006/       the one before, kept for a way back
/// <group>/current           "0000000007", replaced by renaming
/// <group>/owner.lock        who applies events to the current generation
/// <group>/rebuild.lock      who makes, swaps, checks and removes generations
/// <group>/tick              written after each commit, for those who wait for the next
/// <group>/building-…        a generation being filled; without the rebuild lock held, a leftover
/// ```
struct GroupDirectory: Sendable {
    let path: String
    let pointer: String

    init(_ readModels: String, _ group: String) {
        path = readModels + "/" + group
        pointer = path + "/current"
    }

    var ownerLock: String { path + "/owner.lock" }
    var rebuildLock: String { path + "/rebuild.lock" }
    var tick: String { path + "/tick" }

    func generation(_ number: Int) -> String { path + "/" + GroupDirectory.name(number) }

    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }

    /// A place to make a generation in.
    func aside(_ number: Int) -> String { path + "/building-\(number)" }

    /// The number of the current generation; nil when there is none.
    func current() throws -> Int? {
        guard let bytes = try FileSystem.read(pointer) else { return nil }
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard let number = GroupDirectory.number(text) else {
            throw ProjectionError(.damaged, "\(pointer) names no generation; rebuild the group")
        }
        return number
    }

    /// Makes a whole and synced generation, lying aside, the current one.
    /// - Throws: when the generation that was current still is. The other one is removed then: it may be the disk's
    ///   last room that it takes.
    func adopt(aside: String, as number: Int) throws {
        try FileSystem.sync(aside)
        try FileSystem.move(aside, to: generation(number))
        do {
            try FileSystem.sync(path)
            try FileSystem.replace(pointer, with: Array((GroupDirectory.name(number) + "\n").utf8))
        } catch {
            // Renamed and not synced is in use: a power loss would put the one before back, which is still there.
            if isCurrent(number) { return }
            remove(GroupDirectory.name(number))
            throw error
        }
    }

    private func isCurrent(_ number: Int) -> Bool {
        // A pointer that can't be read points nowhere.
        (try? current()) == number
    }

    /// Greater than any that was in use, also if it was lost: processes that have it open tell generations by number.
    func nextNumber() -> Int {
        // A pointer that can't be read gives no number.
        max(generations().last ?? 0, (try? current()) ?? 0) + 1
    }

    /// Whether there is anything that a rebuild left when it was killed, or is still working on.
    var hasLeftovers: Bool { FileSystem.names(in: path).contains(where: GroupDirectory.isLeftover) }

    /// Removes what no one will read: leftovers, and every generation but the current one and the one before it. What
    /// resists stays for the next sweep.
    /// - Precondition: the caller holds the rebuild lock.
    func sweep() {
        // While nobody can tell which generation is current, none is removed.
        let current = try? current()
        let previous = generations().last { $0 < current ?? 0 }
        for name in FileSystem.names(in: path) {
            if let number = GroupDirectory.number(name) {
                guard let current, number != current, number != previous else { continue }
            } else {
                guard GroupDirectory.isLeftover(name) else { continue }
            }
            remove(name)
        }
    }

    /// Gives a directory another name first: whoever opens the old path finds all of it or nothing.
    private func remove(_ name: String) {
        var removed = path + "/" + name
        if !name.hasPrefix("removed-") {
            removed = path + "/removed-" + name
            FileSystem.remove(removed)
            do { try FileSystem.move(path + "/" + name, to: removed) } catch { return }
        }
        FileSystem.remove(removed)
    }

    private static func isLeftover(_ name: String) -> Bool {
        ["building-", "removed-", "current."].contains(where: name.hasPrefix)
    }

    private func generations() -> [Int] {
        FileSystem.names(in: path).compactMap(GroupDirectory.number).sorted()
    }

    private static func number(_ name: String) -> Int? {
        guard name.utf8.count == 10, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(name)
    }
}
