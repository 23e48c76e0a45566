import EventLog
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

@Suite("Photos nearby")
struct PhotosNearbyTests {
    /// Law: a cell's circle holds every point of the cell, and its quarters share its numbers between them.
    @Test("lie in cells that hold them", arguments: (0..<4).map { _ in UInt64.random(in: 0...999_999) })
    func cells(seed: UInt64) throws {
        var random = Seeded(seed)
        for _ in 0..<300 {
            let point = SpherePoint(PhotoWorld.place(&random))
            let smallest = CubeCell(around: point)
            var cell = try #require(CubeCell.faces.first { $0.numbers.contains(smallest.number) })
            for level in 0...CubeCell.smallest {
                let (center, angle) = cell.circle
                #expect(cell.level == level && center.angle(to: point) <= angle, "seed \(seed), level \(level)")
                guard level < CubeCell.smallest else { break }
                let quarters = cell.quarters
                #expect(quarters[0].number == cell.number && quarters[3].numbers.upperBound == cell.numbers.upperBound)
                cell = try #require(quarters.first { $0.numbers.contains(smallest.number) })
            }
            #expect(cell == smallest, "seed \(seed)")
        }
        // About a centimetre.
        #expect(CubeCell(around: SpherePoint(1, 0.3, 0.2)).circle.angle * SpherePoint.earthRadius < 0.02)
    }

    @Test("of a hundred photos of one point are told once each, newest first")
    func onePoint() async throws {
        let scene = try Scene()
        let ada = try await scene.register("ada")
        let here = try #require(Place(latitude: 48_858_370, longitude: 2_294_481))
        let near = try #require(Place(latitude: 48_858_371, longitude: 2_294_481))
        var photos: [PhotoID] = []
        var events: [DomainEvent] = []
        for number in 0..<120 {
            photos.append(PhotoID(rawValue: UUID()))
            events.append(.published(photos[number], ada, described(number < 100 ? here : near)))
        }
        try await scene.happen(events)
        try await scene.catchUp()
        let question = try PhotosNearby(here, within: 1)
        let expected = Array(photos[..<100].reversed() + photos[100...].reversed())
        for limit in [1, 7, 500] {
            let found = try await excerpts(limit) { try await scene.models.nearby(question, for: ada, $0) }
            #expect(found.map(\.photo.photo) == expected)
            #expect(found[0].distance == 0 && (0.11...0.112).contains(found[119].distance))
        }
    }

    @Test("of a pole are one point, whatever their longitude, and of the 180th meridian, whatever its sign")
    func samePoints() async throws {
        let scene = try Scene()
        let ada = try await scene.register("ada")
        let places: [(Int32, Int32)] = [
            (90_000_000, 0), (90_000_000, -123_000_000), (-90_000_000, 77), (12_000_000, 180_000_000),
            (12_000_000, -180_000_000),
        ]
        let photos = places.map { _ in PhotoID(rawValue: UUID()) }
        try await scene.happen(
            zip(photos, places).map { .published($0, ada, described(Place(latitude: $1.0, longitude: $1.1))) })
        try await scene.catchUp()
        for (latitude, longitude, expected) in [
            (90_000_000, 55_000_000, [1, 0]), (-90_000_000, 0, [2]), (12_000_000, -180_000_000, [4, 3]),
            (12_000_000, 180_000_000, [4, 3]),
        ] as [(Int32, Int32, [Int])] {
            let question = try PhotosNearby(
                #require(Place(latitude: latitude, longitude: longitude)), within: 1)
            let found = try await excerpts(1) { try await scene.models.nearby(question, for: ada, $0) }
            // Of one point the newest is first.
            #expect(found.map(\.photo.photo) == expected.map { photos[$0] }, "\(latitude), \(longitude)")
            #expect(found.allSatisfy { $0.distance < 0.000_1 })
        }
    }

    @Test("move when they are edited, and are gone with their place")
    func editing() async throws {
        let scene = try Scene()
        let ada = try await scene.register("ada")
        let photo = PhotoID(rawValue: UUID())
        let (here, there) = (
            try #require(Place(latitude: 10_000_000, longitude: 10_000_000)),
            try #require(Place(latitude: -10_000_000, longitude: 10_000_000))
        )
        func isFound(at place: Place) async throws -> Bool {
            try await scene.catchUp()
            return try await !scene.models.nearby(PhotosNearby(place), for: ada).value.items.isEmpty
        }
        func edit(_ place: Place?) async throws {
            try await scene.happen([
                .photoEdited(PhotoEdited(photo: photo, owner: ada, description: described(place)))
            ])
        }
        try await scene.happen([.published(photo, ada, described(nil))])
        #expect(try await !isFound(at: here))
        try await edit(here)
        #expect(try await isFound(at: here))
        try await edit(there)
        #expect(try await !isFound(at: here))
        #expect(try await isFound(at: there))
        try await edit(nil)
        #expect(try await !isFound(at: there))
    }

    @Test("are asked for within bounds")
    func bounds() throws {
        let place = try #require(Place(latitude: 0, longitude: 0))
        for distance in [0, -1, 50_001, .max] {
            #expect(throws: ReadModelError.self) { try PhotosNearby(place, within: distance) }
        }
        #expect(try PhotosNearby(place).distance == 1_000)
    }

    private func described(_ place: Place?) -> PhotoDescription {
        PhotoDescription(title: "", tags: [], place: place, takenAt: nil)
    }
}
