import EventLog
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

@Suite("Searching for photos")
struct PhotoSearchTests {
    @Test(
        "compares texts without regard to how they are written",
        arguments: [
            ("Sea", ["sea"]), ("sea-side, SEA", ["sea", "side"]), ("Città", ["citta"]), ("Citta\u{300}", ["citta"]),
            ("東京タワー 2026", ["東", "京", "タワー", "2026"]), ("ﬁre ①", ["fire", "1"]), ("straße", ["straße"]),
            ("がか", ["がか"]), ("हिन्दी", ["हिन्दी"]), ("don't", ["don", "t"]), ("😀 !?", []), ("", []),
            ("Ёлка й", ["елка", "и"]), ("co\u{AD}operate", ["cooperate"]),
        ] as [(String, [String])])
    func words(text: String, expected: [String]) {
        let words = SearchTerms.words(of: text)
        #expect(
            words.map { Array($0.utf8) } == expected.map { Array($0.precomposedStringWithCompatibilityMapping.utf8) })
    }

    @Test("compares tags as a whole")
    func tags() {
        #expect(SearchTerms.tag("New  YORK") == SearchTerms.tag(" new\u{A0}york "))
        #expect(SearchTerms.tag("new york") != SearchTerms.tag("newyork"))
        #expect(SearchTerms.tag("😀") == "😀" && SearchTerms.tag("\u{200B} ") == nil)
    }

    @Test("bounds what a key holds, at a whole letter")
    func longWords() throws {
        let long = String(repeating: "語", count: 1) + String(repeating: "é", count: 250)
        for word in SearchTerms.words(of: long) { #expect(word.utf8.count <= 200) }
        let tag = try #require(SearchTerms.tag(String(repeating: "👨‍👩‍👧‍👦", count: 100)))
        #expect(tag.utf8.count <= 200)
    }

    @Test("asks for something, and not for more than a photo can have")
    func bounds() throws {
        for (text, tags) in [("", []), (" !", ["\u{200B}", " "]), (String(repeating: "a", count: 256), [])] {
            let error = #expect(throws: ReadModelError.self) { try PhotoSearch(text: text, tags: tags) }
            #expect(error?.code == .invalidSearch)
        }
        #expect(throws: ReadModelError.self) { try PhotoSearch(tags: (0...75).map { "t\($0)" }) }
        #expect(PhotoSearch.tags("a, b,,c ") == ["a", " b", "c "])
    }

    /// Photos of two owners, each with the title and tags that are told for its number.
    private func scene(
        _ count: Int, _ describe: (Int) -> (title: String, tags: [String])
    ) async throws -> (scene: Scene, viewer: UserID, other: UserID, photos: [PhotoID]) {
        let scene = try Scene()
        let (ada, ben) = (try await scene.register("ada"), try await scene.register("ben"))
        var photos: [PhotoID] = []
        var events: [DomainEvent] = []
        for number in 0..<count {
            let (title, tags) = describe(number)
            photos.append(PhotoID(rawValue: UUID()))
            events.append(
                .published(
                    photos[number], number % 2 == 0 ? ada : ben,
                    PhotoDescription(title: title, tags: tags, place: nil, takenAt: nil)))
        }
        try await scene.happen(events)
        try await scene.catchUp()
        return (scene, ada, ben, photos.reversed())
    }

    @Test("goes on after pages that ended early, where lists alternate and never agree")
    func budget() async throws {
        let (scene, viewer, _, _) = try await scene(4_000) { ("", $0 % 2 == 0 ? ["even"] : ["odd"]) }
        let search = try PhotoSearch(tags: ["even", "odd"])
        var (cursor, pages) = (String?.none, 0)
        repeat {
            let answer = try await scene.models.search(search, for: viewer, PageRequest(limit: 10, cursor: cursor))
            #expect(answer.value.items.isEmpty)
            cursor = answer.value.cursor
            pages += 1
            try #require(pages < 10)
        } while cursor != nil
        // 4,000 look-ups, at most 1,040 a page.
        #expect(pages == 4)
    }

    @Test("finds everything once where much is hidden")
    func hidden() async throws {
        let (scene, viewer, other, photos) = try await scene(3_000) { ($0 % 300 == 0 ? "rare sea" : "sea", []) }
        try await scene.happen([.userBlocked(UserBlocked(blocker: other, blocked: viewer))])
        try await scene.catchUp()
        let seen = photos.enumerated().filter { (2_999 - $0.offset) % 2 == 0 }.map(\.element)
        let sea = try PhotoSearch(text: "sea")
        let found = try await excerpts(500) { try await scene.models.search(sea, for: viewer, $0) }
        #expect(found.map(\.photo) == seen)
        let both = try PhotoSearch(text: "sea rare")
        #expect(try await excerpts(3) { try await scene.models.search(both, for: viewer, $0) }.count == 10)
        #expect(try await excerpts(1) { try await scene.models.search(both, for: other, $0) }.count == 0)
    }

    @Test("knows a cursor of another search, and of another list")
    func cursors() async throws {
        let (scene, viewer, _, _) = try await scene(3) { _ in ("sea sun", ["a", "b"]) }
        let search = try PhotoSearch(text: "sea")
        let cursor = try await scene.models.search(search, for: viewer, PageRequest(limit: 1)).value.cursor
        #expect(cursor != nil)
        let request = try PageRequest(cursor: cursor)
        for other in try [PhotoSearch(text: "sun"), PhotoSearch(tags: ["sea"]), PhotoSearch(text: "sea", tags: ["a"])] {
            await #expect(throws: ReadModelError.self) { try await scene.models.search(other, for: viewer, request) }
        }
        await #expect(throws: ReadModelError.self) { try await scene.models.photos(of: viewer, for: viewer, request) }
        // The same words in other letters are the same search.
        let same = try PhotoSearch(text: "SEA, sea")
        #expect(try await scene.models.search(same, for: viewer, request).value.items.count == 2)
    }
}

extension DomainEvent {
    static func published(_ photo: PhotoID, _ owner: UserID, _ description: PhotoDescription) -> DomainEvent {
        let content = Photo(
            media: MediaID(rawValue: photo.rawValue), mime: "image/jpeg",
            width: 640, height: 480, bytes: 70_000)!
        return .photoPublished(
            PhotoPublished(photo: photo, owner: owner, content: content, description: description))
    }
}
