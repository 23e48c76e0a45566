import EventLog
import Foundation
import GlimpDomain
import Testing

@testable import GlimpService

@Suite struct PersonSealTests {
    private let value = Array("where to".utf8)

    private func withKeys(_ body: (PersonKeys) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "seal-\(UUID().uuidString)").path(
            percentEncoded: false)
        try FileSystem.makeDirectory(path)
        defer { FileSystem.remove(path) }
        try PersonKeys.create(in: path)
        let keys = PersonKeys(path)
        defer { keys.close() }
        try body(keys)
    }

    @Test func aValueOpensForItsPersonPurposeAndNameOnly() throws {
        try withKeys { keys in
            let (ada, bob) = (UserID(rawValue: UUID()), UserID(rawValue: UUID()))
            let seal = PersonSeal("one", with: keys)
            let sealed = try seal.seal(value, of: ada, as: [1])
            _ = try seal.seal(value, of: bob, as: [1])
            #expect(try seal.open(sealed, of: ada, as: [1]) == value)
            #expect(try seal.seal(value, of: ada, as: [1]) != sealed)
            #expect(Data(sealed).range(of: Data(value)) == nil)
            #expect(throws: EventLogError.self) { try seal.open(sealed, of: bob, as: [1]) }
            #expect(throws: EventLogError.self) { try seal.open(sealed, of: ada, as: [2]) }
            #expect(throws: EventLogError.self) { try PersonSeal("two", with: keys).open(sealed, of: ada, as: [1]) }
        }
    }

    @Test func whatWasAlteredOrIsNewerDoesNotOpen() throws {
        try withKeys { keys in
            let ada = UserID(rawValue: UUID())
            let seal = PersonSeal("one", with: keys)
            let sealed = try seal.seal(value, of: ada, as: [])
            for place in sealed.indices {
                var altered = sealed
                altered[place] ^= 1
                #expect(throws: EventLogError.self, "\(place)") { try seal.open(altered, of: ada, as: []) }
                #expect(throws: EventLogError.self) { try seal.open(Array(sealed[..<place]), of: ada, as: []) }
            }
            let error = try #require(throws: EventLogError.self) {
                try seal.open([2] + sealed.dropFirst(), of: ada, as: [])
            }
            #expect(error.code == .newerFormat)
            let nobody = try #require(throws: EventLogError.self) {
                try seal.open(sealed, of: UserID(rawValue: UUID()), as: [])
            }
            #expect(nobody.code == .notFound)
        }
    }
}
