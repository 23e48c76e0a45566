import EventLog
import GlimpDomain
import Glibc

extension PersonKeys {
    /// Destroys the keys of persons, for good: nothing that was sealed with them can be read again, wherever copies of it
    /// lie, and they are never given others.
    ///
    /// LMDB keeps the bytes of pages that it frees, so the keys of everybody else are wrapped anew, with another wrapping
    /// key, in another generation; then the former wrapping key is overwritten, and the former generation removed. Killed
    /// at any moment, this is begun or finished by calling it again. Costs a few microseconds for each person that there
    /// is.
    ///
    /// Must run to its end on one thread.
    /// - Parameter reached: told of each step, for tests.
    package func destroy(
        _ persons: Set<UserID>, reached: (DestroyingStep) -> Void = { _ in }
    ) throws(EventLogError) {
        try whileWriting { () throws(EventLogError) in
            // What somebody who was killed left: everything but what is in use.
            try sweep()
            let former = try current()
            var left: Set<UserID> = []
            for person in persons {
                if case .destroyed = try former.standing(of: person) { continue }
                left.insert(person)
            }
            guard !left.isEmpty else { return }
            let number = former.number + 1
            let aside = place(number) + ".making"
            let made = try PersonKeyGeneration(making: aside, number: number)
            do throws(EventLogError) {
                try made.fill(from: former, without: left)
            } catch {
                made.close()
                try discard(aside)
                throw error
            }
            made.close()
            reached(.made)
            try FileSystem.sync(aside)
            try FileSystem.move(aside, to: place(number))
            try FileSystem.sync(directory)
            reached(.placed)
            try FileSystem.replace(pointer, with: Array("\(number)".utf8))
            reached(.switched)
            try sweep()
        }
    }

    /// Whether nothing is left of a destroying that was killed, and every one of these keys is destroyed.
    package func isDestroyed(_ persons: some Sequence<UserID>) throws(EventLogError) -> Bool {
        let generation = try current()
        for person in persons {
            guard case .destroyed = try generation.standing(of: person) else { return false }
        }
        return leftovers(generation.number).isEmpty
    }

    private func leftovers(_ number: Int) -> [String] {
        FileSystem.names(in: directory).filter { name in
            name != "\(number)" && name.first?.isNumber == true
        }
    }

    private func sweep() throws(EventLogError) {
        for name in leftovers(try current().number) { try discard("\(directory)/\(name)") }
        try FileSystem.sync(directory)
    }

    /// The wrapping key first, and durably: what remains of the others is then noise.
    private func discard(_ generation: String) throws(EventLogError) {
        let file = PersonKeyGeneration.wrappingKeyFile(generation)
        if FileSystem.exists(file) { try Self.overwrite(file) }
        FileSystem.remove(generation)
    }

    private static func overwrite(_ path: String) throws(EventLogError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileSystem.failure("open", path) }
        defer { Glibc.close(descriptor) }
        let zeros = [UInt8](repeating: 0, count: 32)
        let written = zeros.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == zeros.count, fsync(descriptor) == 0 else { throw FileSystem.failure("overwrite", path) }
    }
}

/// What is durably done of destroying keys.
package enum DestroyingStep: String, Sendable, CaseIterable {
    /// Everybody else's keys lie aside, wrapped anew.
    case made
    /// They are in their place, and not in use.
    case placed
    /// They are in use; the former ones are still there.
    case switched
}
