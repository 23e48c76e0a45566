import Foundation
import HTTPTypes
import Synchronization

/// That no object of a JSON text has a member twice. What such a text means is up to who reads it (RFC 8259, section 4),
/// and it is read by several: a command's own decoder takes the last, a batch the first. Every body of JSON comes through
/// here before anything else reads it.
struct UniqueKeys: Decodable {
    /// More levels than any body has; a key costs its depth.
    private static let maximumDepth = 64

    /// The keys of the object that is being opened.
    private final class Keys: Sendable {
        private struct State {
            var names: Set<String> = []
            var isRepeated = false
            var depth = 0
        }
        private let state = Mutex(State())

        var isRepeated: Bool { state.withLock(\.isRepeated) }

        func enter() throws(Problem) {
            let isDeep = state.withLock { state in
                state.names.removeAll(keepingCapacity: true)
                state.depth += 1
                return state.depth > UniqueKeys.maximumDepth
            }
            if isDeep { throw Problem("malformed", "The body is nested too deeply.") }
        }

        func leave() { state.withLock { $0.depth -= 1 } }

        func add(_ name: String) {
            state.withLock { state in
                if !state.names.insert(name).inserted { state.isRepeated = true }
            }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let keys = CodingUserInfoKey(rawValue: "keys")

    /// - Throws: 400 `malformed` for a text that is no JSON, repeats a key, or nests too deeply.
    static func require(in json: [UInt8]) throws(Problem) {
        let keys = Keys()
        let decoder = JSONDecoder()
        if let place = Self.keys { decoder.userInfo[place] = keys }
        // Told of each key as it stands in the text, before those that are there twice become one.
        decoder.keyDecodingStrategy = .custom { path in
            let name = path.last?.stringValue ?? ""
            keys.add(name)
            return Name(stringValue: name)
        }
        do {
            // Foundation traps when it has to say that a text nests too deeply at its very end: so it never is the end.
            _ = try decoder.decode(UniqueKeys.self, from: Data(json + [UInt8(ascii: " ")]))
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem("malformed", "The body is no JSON.")
        }
        if keys.isRepeated { throw Problem("malformed", "An object in the body has a member twice.") }
    }

    init(from decoder: any Decoder) throws {
        let keys = Self.keys.flatMap { decoder.userInfo[$0] as? Keys }
        try keys?.enter()
        defer { keys?.leave() }
        if let object = try? decoder.container(keyedBy: Name.self) {
            for name in object.allKeys { _ = try object.decode(UniqueKeys.self, forKey: name) }
        } else if var list = try? decoder.unkeyedContainer() {
            while !list.isAtEnd { _ = try list.decode(UniqueKeys.self) }
        }
    }
}
