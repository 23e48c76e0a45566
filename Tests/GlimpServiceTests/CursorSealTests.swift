import EventLog
import Foundation
import GlimpDomain
import GlimpReadModels
import Testing

@testable import GlimpService

/// What a page of which the reader sees a part says of the rest.
@Suite struct CursorSealTests {
    /// Bob's photo lies between two of Cyd's, and is kept from Ada: where it was taken must not be in what she is told.
    @Test func nothingOfWhatIsHiddenIsInACursor() async throws {
        let service = try await Service()
        try await service.send("RegisterAccount", #"{"username":"cyd"}"#, as: "cyd")
        let (ada, cyd) = (
            try #require(try service.glimp.people.find("ada")), try #require(try service.glimp.people.find("cyd"))
        )
        func publish(_ name: String, _ latitude: Double) async throws {
            let digest = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
            try await service.send(
                "PublishPhoto",
                #"""
                {"photo":{"media":"\#(UUID().uuidString)","sha256":"\#(digest)","mime":"image/png","width":9,"height":9,
                "bytes":9},"title":"sea","place":{"latitude":\#(latitude),"longitude":10}}
                """#, as: name)
        }
        try await publish("cyd", 10)
        try await publish("bob", 10.001234)
        try await publish("cyd", 10.002)
        try await service.send("BlockUser", #"{"user":"ada"}"#, as: "bob")
        let models = service.glimp.readModels
        try await service.glimp.catchUpReadModels()

        let question = try PhotosNearby(try #require(Place(latitude: 10_000_000, longitude: 10_000_000)))
        let hidden = withUnsafeBytes(of: Int32(10_001_234).bigEndian) { Data($0) }
        var (found, cursor): (Int, String?) = (0, nil)
        repeat {
            let part = try await models.nearby(question, for: ada, PageRequest(limit: 1, cursor: cursor)).value
            found += part.items.count
            cursor = part.cursor
            if let cursor {
                #expect(try #require(Self.bytes(cursor)).range(of: hidden) == nil)
                // The same question has the same answer, and nobody else can go on with it.
                let again = try await models.nearby(question, for: ada, PageRequest(limit: 1)).value
                if found == 1 { #expect(again.cursor == cursor) }
                await #expect(throws: ReadModelError.self) {
                    try await models.nearby(question, for: cyd, PageRequest(limit: 1, cursor: cursor))
                }
            }
        } while cursor != nil
        #expect(found == 2)
    }

    @Test func whatWasAlteredOpensNothing() async throws {
        let service = try await Service()
        let (seal, ada) = (service.glimp.keys.cursorSeal, UserID(rawValue: UUID()))
        let sealed = try seal.seal([1, 2, 3], ada)
        #expect(seal.open(sealed, ada) == [1, 2, 3])
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 1
            #expect(seal.open(altered, ada) == nil)
        }
        #expect(seal.open([], ada) == nil && seal.open(Array(sealed.dropLast()), ada) == nil)
    }

    private static func bytes(_ cursor: String) -> Data? {
        let text = cursor.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }
}
