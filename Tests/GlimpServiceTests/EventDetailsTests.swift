import Crypto
import EventLog
import Foundation
import GlimpDomain
import Testing

@testable import GlimpService

@Suite struct EventDetailsTests {
    let scratch: ScratchMedia
    init() throws { scratch = try ScratchMedia() }

    private let event = UUID(uuidString: "01980000-0000-7000-8000-000000000001")!
    private let album = AlbumID(rawValue: UUID())

    private func renamed(_ title: String, _ seal: DetailsSeal) throws -> Event {
        try DomainEvent.albumRenamed(AlbumRenamed(album: album, owner: scratch.ada, title: title))
            .event(id: event, sealing: seal)
    }

    private func details(of event: Event) throws -> SealedDetails<AlbumDetails> {
        let decoded = try DomainEvent(
            id: event.id, type: event.type, schemaVersion: event.schemaVersion, payload: event.payload[...])
        guard case .albumRenamed(let renamed) = decoded else { throw TookTooLong() }
        return try renamed.sealedDetails()
    }

    @Test func whatIsSealedOpensAndStandsNowhereInClear() throws {
        let details = EventDetails(with: scratch.keys)
        let stored = try renamed("Unmistakable", details.seal(of: scratch.ada, makesKey: true))
        #expect(Data(stored.payload).range(of: Data("Unmistakable".utf8)) == nil)
        let sealed = try self.details(of: stored)
        #expect(try sealed.opened(of: scratch.ada, by: details.opener)?.title == "Unmistakable")
        _ = try details.seal(of: scratch.ben, makesKey: true)
        let error = #expect(throws: EventLogError.self) { try sealed.opened(of: scratch.ben, by: details.opener) }
        #expect(error?.code == .corrupted)
    }

    /// Made with another program, as SEALED.md says: the form that is written must go on being read.
    @Test func theDocumentedVectorOpens() throws {
        let person = UserID(rawValue: UUID(uuidString: "01980000-0000-7000-8000-0000000000c0")!)
        let hex =
            "0198000000007000800000000000000101000102030405060708090a0bb86f3d4702191b073312f57c4886f5ad49443bbcaca4858e"
        let bytes = stride(from: 0, to: hex.count, by: 2).map { place in
            UInt8(hex.dropFirst(place).prefix(2), radix: 16)!
        }
        let key = PersonSeal("event details", with: scratch.keys).key(
            SymmetricKey(data: [UInt8](repeating: 42, count: 32)))
        let opener = DetailsOpener { sealed, person, name in
            try PersonSeal.open(sealed, of: person, as: name, with: key)
        }
        let sealed = try #require(SealedDetails<AlbumDetails>(bytes))
        #expect(try sealed.opened(of: person, by: opener) == AlbumDetails(title: "Autumn"))
    }

    @Test func aMissingKeyIsAnErrorAndADestroyedOneIsErased() throws {
        let details = EventDetails(with: scratch.keys)
        let stored = try renamed("Gone", details.seal(of: scratch.ada, makesKey: true))
        let sealed = try self.details(of: stored)
        #expect(throws: EventLogError.self) { try details.seal(of: scratch.ben, makesKey: false) }
        #expect(
            #expect(throws: EventLogError.self) { try sealed.opened(of: scratch.ben, by: details.opener) }?.code
                == .notFound)
        // The key is in memory by then, which does not keep it.
        #expect(try sealed.opened(of: scratch.ada, by: details.opener)?.title == "Gone")
        try scratch.keys.destroy([scratch.ada])
        #expect(try sealed.opened(of: scratch.ada, by: details.opener) == nil)
        // Nothing is sealed for them any more, and they are given no other key.
        let seal = try details.seal(of: scratch.ada, makesKey: true)
        #expect(throws: DetailsError.erased) { try renamed("New", seal) }
        #expect(throws: EventLogError.self) { try scratch.keys.makeKey(of: scratch.ada) }
    }

    @Test func aCommandSealsForWhomItAnnounced() throws {
        let details = EventDetails(with: scratch.keys)
        let seal = try details.seal(of: scratch.ben, makesKey: true)
        #expect(throws: DetailsError.unannounced) { try renamed("Not Ben's", seal) }
    }
}
