import EventLog
import Foundation
import GlimpDomain
import GlimpReadModels
import GlimpService
import Projections

/// Pages of public photos, in-process: a hundred thousand photos against ten thousand. What a page costs should follow
/// from the page.
struct PhotosBenchmark {
    let directory: String
    let rounds: Int

    private static let sizes = (small: 10_000, large: 100_000)
    /// Pages of each kind a round.
    private static let pages = 100

    func run(_ wanted: (String) -> Bool, _ report: (String) -> Void) async throws -> [Measurement] {
        guard wanted("photos") else { return [] }
        report("photos")
        let small = try await PublishedPhotos(Self.sizes.small, in: directory)
        defer { small.glimp.close() }
        let large = try await PublishedPhotos(Self.sizes.large, in: directory)
        defer { large.glimp.close() }
        var results: [Measurement] = []
        for (name, question) in try PublishedPhotos.questions() {
            report("photos: \(name)")
            var measurement = Measurement(
                name: "page of \(name), median (\(Self.sizes.large) photos; \(Self.sizes.small))", unit: "ms",
                higherIsBetter: false)
            for _ in 0..<rounds {
                measurement.glimp.append(try await large.median(Self.pages, question))
                measurement.baseline.append(try await small.median(Self.pages, question))
            }
            results.append(measurement)
        }
        return results
    }
}

/// A directory with photos of one person, always the same ones, asked for by another.
private struct PublishedPhotos {
    typealias Question = (_ models: ReadModels, _ owner: UserID, _ viewer: UserID) async throws -> Int

    let glimp: GlimpDirectory
    private let owner: UserID
    private let viewer: UserID

    init(_ count: Int, in directory: String) async throws {
        glimp = try GlimpDirectory("\(directory)/photos-\(count)", creates: true, access: .exclusive)
        var people: [UserID] = []
        for name in ["ada", "bob"] {
            let command = try CommandCatalogue.receive("RegisterAccount", json: Array(#"{"username":"\#(name)"}"#.utf8))
            _ = try await glimp.commands.execute(command, by: .nobody, id: nil)
            if let user = try glimp.people.find(name) { people.append(user) }
        }
        (owner, viewer) = (people[0], people[1])
        for start in stride(from: 0, to: count, by: 5_000) {
            let seal = try glimp.details.seal(of: people[0], makesKey: false)
            let events = try (start..<start + 5_000).map {
                try Self.publish($0, by: people[0]).event(id: UUID(), sealing: seal)
            }
            _ = try await glimp.log.append(
                events, condition: nil, context: CommandContext(actor: Actor.operator.rawValue))
        }
        try await glimp.catchUpReadModels()
    }

    /// Every photo says "sea"; every second has one tag, the others another; one in a thousand a rare one. Half lie
    /// within ten kilometres of each other, a quarter at one point, a quarter near a pole.
    private static func publish(_ number: Int, by owner: UserID) throws -> DomainEvent {
        var tags = [number.isMultiple(of: 2) ? "even" : "odd"]
        if number.isMultiple(of: 3) { tags.append("third") }
        if number.isMultiple(of: 1_000) { tags.append("rare") }
        let random = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        let (north, east) = (Int32(random >> 40 % 90_000), Int32(random >> 20 % 140_000))
        let place =
            switch number % 4 {
            case 0: Place(latitude: 48_858_370, longitude: 2_294_481)
            case 1: Place(latitude: 90_000_000 - north, longitude: Int32(random >> 8 % 360_000_000) - 180_000_000)
            default: Place(latitude: 52_475_000 + north, longitude: 13_334_000 + east)
            }
        guard
            let content = Photo(
                media: MediaID(rawValue: UUID()), mime: "image/jpeg",
                width: 4_000, height: 3_000, bytes: 3_000_000)
        else { throw CancellationError() }
        return .photoPublished(
            PhotoPublished(
                photo: PhotoID(rawValue: UUID()), owner: owner, content: content,
                description: PhotoDescription(title: "Sea \(number)", tags: tags, place: place, takenAt: nil)))
    }

    static func questions() throws -> [(String, Question)] {
        func search(_ text: String = "", _ tags: [String] = []) throws -> Question {
            let search = try PhotoSearch(text: text, tags: tags)
            return { models, _, viewer in try await models.search(search, for: viewer).value.items.count }
        }
        func nearby(_ latitude: Int32, _ longitude: Int32, _ distance: Int) throws -> Question {
            guard let center = Place(latitude: latitude, longitude: longitude) else { throw CancellationError() }
            let question = try PhotosNearby(center, within: distance)
            return { models, _, viewer in
                // The page after the first has to find its place.
                let first = try await models.nearby(question, for: viewer).value
                let next = try PageRequest(cursor: first.cursor)
                return try await models.nearby(question, for: viewer, next).value.items.count
            }
        }
        return [
            (
                "a photostream, 100 photos",
                { models, owner, viewer in
                    try await models.photos(of: owner, for: viewer, PageRequest(limit: 100)).value.items.count
                }
            ),
            ("a word that all have", try search("sea")),
            ("a word that all have and a rare tag", try search("sea", ["rare"])),
            ("two tags that often agree", try search("", ["even", "third"])),
            ("two tags that never agree", try search("", ["even", "odd"])),
            ("one word that only one has", try search("1234")),
            ("two pages nearby, in a city, 1 km", try nearby(52_520_008, 13_404_954, 1_000)),
            ("two pages nearby, in a city, 50 km", try nearby(52_520_008, 13_404_954, 50_000)),
            ("two pages nearby, all at one point", try nearby(48_858_370, 2_294_481, 1_000)),
            ("two pages nearby, at a pole, 50 km", try nearby(90_000_000, 0, 50_000)),
            ("two pages nearby, where there is nothing", try nearby(0, 0, 50_000)),
        ]
    }

    /// In milliseconds.
    func median(_ pages: Int, _ question: Question) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<pages {
            let start = ContinuousClock.now
            _ = try await question(glimp.readModels, owner, viewer)
            times.append(1_000 * elapsed(ContinuousClock.now - start))
        }
        return Measurement.median(times)
    }
}
