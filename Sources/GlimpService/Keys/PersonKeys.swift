import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain
import Synchronization

/// The data keys of persons, with which everything of theirs is sealed that has to be unreadable one day: 32 random
/// bytes for each, in `keys/people/`. Several processes may use them at once.
///
/// They lie in generations, `keys/people/<number>/`: the keys (LMDB), each wrapped with the `wrapping.key` beside them.
/// Destroying a key makes another generation with another wrapping key. `keys/people/current` names the one in use, and
/// is looked at each time: so a key that is destroyed by one process is gone in all of them.
public final class PersonKeys: Sendable {
    /// `keys/people`.
    let directory: String
    private let opened = Mutex<Opened?>(nil)
    /// Held while keys are made or destroyed; between processes `writers.lock` is.
    private let writing = Mutex(())

    private struct Opened {
        let stamp: KeysStamp
        let generation: PersonKeyGeneration
    }

    /// What is known of a person's key.
    package enum Standing: Sendable {
        case key(SymmetricKey)
        /// For good: the person was erased.
        case destroyed
        case missing
    }

    /// Touches nothing yet.
    /// - Parameter directory: `keys/` of a data directory.
    package init(_ directory: String) { self.directory = directory + "/people" }

    var pointer: String { directory + "/current" }
    func place(_ number: Int) -> String { "\(directory)/\(number)" }

    /// Makes them, without any person's, in a directory that nobody else sees yet.
    package static func create(in directory: String) throws {
        let keys = PersonKeys(directory)
        try FileSystem.makeDirectory(keys.directory)
        try PersonKeyGeneration(making: keys.place(1), number: 1).close()
        try FileSystem.replace(keys.pointer, with: Array("1".utf8))
        try FileSystem.sync(directory)
    }

    package func close() { opened.withLock { $0 = nil } }

    /// Changes whenever a key was destroyed, by any process.
    package func stamp() throws(EventLogError) -> KeysStamp {
        guard let stamp = try KeysStamp(pointer) else {
            throw EventLogError(
                .notFound, "\(pointer) is missing; without it nothing of anybody can be read: restore keys/")
        }
        return stamp
    }

    package func standing(of person: UserID) throws(EventLogError) -> Standing {
        try current().standing(of: person)
    }

    /// - Throws: ``EventLogError``; `not_found` when there is none: what it has sealed can't be read.
    package func key(of person: UserID) throws(EventLogError) -> SymmetricKey {
        switch try standing(of: person) {
        case .key(let key): return key
        case .destroyed: throw Self.destroyed(person)
        case .missing: throw Self.missing(person)
        }
    }

    /// The key of a person, who is given one if they have none. On disk when it returns.
    ///
    /// Must run to its end on one thread.
    /// - Throws: ``EventLogError``; `not_found` when it was destroyed: nobody is given another one.
    package func makeKey(of person: UserID) throws(EventLogError) -> SymmetricKey {
        if case .key(let key) = try standing(of: person) { return key }
        // The generation can't be replaced meanwhile: a key that came into an old one would be lost.
        return try whileWriting { () throws(EventLogError) in
            switch try standing(of: person) {
            case .key(let key): return key
            case .destroyed: throw Self.destroyed(person)
            case .missing: return try current().makeKey(of: person)
            }
        }
    }

    /// Whether they are there, without opening them.
    /// - Throws: ``EventLogError`` `not_found`.
    func check() throws(EventLogError) {
        _ = try stamp()
        let place = place(try number())
        for path in [PersonKeyGeneration.wrappingKeyFile(place), place + "/data.mdb"] where !FileSystem.exists(path) {
            throw EventLogError(
                .notFound, "\(path) is missing; without it nothing of anybody can be read: restore keys/")
        }
    }

    static func missing(_ person: UserID) -> EventLogError {
        EventLogError(.notFound, "the key of person \(person) is missing: restore keys/")
    }

    static func destroyed(_ person: UserID) -> EventLogError {
        EventLogError(.notFound, "the key of person \(person) was destroyed when they were erased")
    }

    /// One at a time, in all processes.
    func whileWriting<R>(_ body: () throws(EventLogError) -> R) throws(EventLogError) -> R {
        try writing.withLock { _ throws(EventLogError) in
            let lock = try AdvisoryLock.wait(atMost: 30, for: directory) { () throws(EventLogError) in
                try AdvisoryLock(directory + "/writers.lock", exclusive: true)
            }
            let result = try body()
            withExtendedLifetime(lock) {}
            return result
        }
    }

    /// The generation that is in use now.
    func current() throws(EventLogError) -> PersonKeyGeneration {
        try opened.withLock { opened throws(EventLogError) in
            // The pointer can move between reading it and opening what it names.
            for _ in 0..<20 {
                let stamp = try stamp()
                if let opened, opened.stamp == stamp { return opened.generation }
                let number = try number()
                if let generation = opened?.generation, generation.number == number {
                    opened = Opened(stamp: stamp, generation: generation)
                    return generation
                }
                do throws(EventLogError) {
                    let generation = try PersonKeyGeneration(opening: place(number), number: number)
                    opened = Opened(stamp: stamp, generation: generation)
                    return generation
                } catch {
                    guard try self.stamp() != stamp else { throw error }
                }
            }
            throw EventLogError(.busy, "\(pointer) keeps changing; try again")
        }
    }

    private func number() throws(EventLogError) -> Int {
        guard let text = try FileSystem.read(pointer), let number = Int(String(decoding: text, as: UTF8.self)) else {
            throw EventLogError(.corrupted, "\(pointer) names no generation of keys: restore keys/")
        }
        return number
    }
}
