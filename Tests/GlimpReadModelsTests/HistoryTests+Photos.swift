import EventLog
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

extension HistoryTests {
    /// Everything public, as one person sees it.
    func comparePhotos(
        _ viewer: UserID, _ scene: Scene, _ world: World, limit: Int, _ seed: UInt64
    ) async throws {
        let comment = Comment(rawValue: "seed \(seed), \(world.names[viewer] ?? ""), pages of \(limit)")
        for owner in world.users { try await comparePhotos(of: owner, viewer, scene, world, limit, comment) }
        for photo in world.photos.photos { try await compareDetail(photo, viewer, scene, world, limit, comment) }
        try await compareSearches(viewer, scene, world, limit, comment)
        try await compareNearby(viewer, scene, world, limit, comment)
        // Nothing is left of what is gone.
        let (photos, likes, comments) = (world.photos.photos, world.photos.likes, world.photos.comments)
        let authors = Set(comments.map { "\($0.photo) \($0.author)" })
        let placed = photos.filter { $0.description.place != nil }
        let inAlbums = world.photos.albums.reduce(0) { $0 + $1.photos.count }
        let rows = try scene.store.read(GlimpReadModels.photos.name) { rows in
            [
                try rows.count(RowRange(), of: LikesProjection.likes),
                try rows.count(RowRange(), of: CommentsProjection.comments),
                try rows.count(RowRange(), of: CommentsProjection.places),
                try rows.count(RowRange(), of: CommentsProjection.byAuthor),
                try rows.count(RowRange(), of: SearchProjection.terms),
                try rows.count(RowRange(), of: NearbyProjection.cells),
                try rows.count(RowRange(), of: AlbumsProjection.photos),
                try rows.count(RowRange(), of: AlbumsProjection.ranks),
                try rows.count(RowRange(), of: AlbumsProjection.ofPhoto),
            ]
        }
        let expected = [
            likes.count, comments.count, comments.count, authors.count, photos.count, placed.count, inAlbums, inAlbums,
            inAlbums,
        ]
        #expect(rows == expected, comment)
    }

    private func comparePhotos(
        of owner: UserID, _ viewer: UserID, _ scene: Scene, _ world: World, _ limit: Int, _ comment: Comment
    ) async throws {
        let models = scene.models
        let albums = world.photos.albums.reversed().filter { $0.owner == owner }
        guard !world.hasBlocked(owner, viewer) else {
            await refuses("user_not_found", comment) { _ = try await models.photos(of: owner, for: viewer, .first) }
            await refuses("user_not_found", comment) { _ = try await models.albums(of: owner, for: viewer) }
            for album in albums {
                await refuses("album_not_found", comment) { _ = try await models.album(album.id, for: viewer) }
            }
            return
        }
        let photos = try await all(limit) { try await models.photos(of: owner, for: viewer, $0) }
        let expected = world.photos.photos.reversed().filter { $0.owner == owner }
        #expect(photos.map(\.photo) == expected.map(\.id), comment)
        #expect(photos.map(\.title) == expected.map(\.description.title), comment)
        #expect(photos.map(\.tags) == expected.map(\.description.tags), comment)
        #expect(photos.map(\.place) == expected.map(\.description.place), comment)
        #expect(photos.allSatisfy { $0.owner.userID == owner && $0.owner.username == world.names[owner] }, comment)

        let listed = try await all(limit) { try await models.albums(of: owner, for: viewer, $0) }
        #expect(listed.map(\.album) == albums.map(\.id), comment)
        #expect(listed.map(\.title) == albums.map(\.title), comment)
        #expect(listed.map(\.photoCount) == albums.map(\.photos.count), comment)
        #expect(listed.map(\.cover?.photo) == albums.map { $0.cover ?? $0.photos.first }, comment)
        for album in albums {
            let content = try await all(limit) { try await models.album(album.id, for: viewer, $0).map(\.photos) }
            #expect(content.map(\.photo) == album.photos, comment)
        }
    }

    private func compareDetail(
        _ photo: PhotoWorld.Published, _ viewer: UserID, _ scene: Scene, _ world: World, _ limit: Int,
        _ comment: Comment
    ) async throws {
        guard !world.hasBlocked(photo.owner, viewer) else {
            return await refuses("photo_not_found", comment) { _ = try await scene.models.photo(photo.id, for: viewer) }
        }
        func isHeard(_ person: UserID) -> Bool {
            !world.areApart(person, viewer) && !world.areApart(person, photo.owner)
        }
        let likers = world.photos.likes.filter { $0.photo == photo.id }.map(\.liker)
        let written = world.photos.comments.filter { $0.photo == photo.id && isHeard($0.author) }
        let comments = try await all(limit) { request in
            try await scene.models.photo(photo.id, for: viewer, request).map { detail in
                #expect(detail.photo.photo == photo.id, comment)
                #expect(detail.likes == likers.filter(isHeard).count, comment)
                #expect(detail.isLikedByMe == likers.contains(viewer), comment)
                return detail.comments
            }
        }
        #expect(comments.map(\.comment) == written.map(\.id), comment)
        #expect(comments.map(\.text) == written.map(\.text), comment)
        #expect(comments.map(\.author.userID) == written.map(\.author), comment)
    }

    private func compareSearches(
        _ viewer: UserID, _ scene: Scene, _ world: World, _ limit: Int, _ comment: Comment
    ) async throws {
        let visible = world.photos.photos.reversed().filter { !world.areApart($0.owner, viewer) }
        let searches: [(text: String, tags: [String], PhotoSearch.TagMode, (PhotoWorld.Published) -> Bool)] = [
            ("sea", [], .all, { $0.says("sea") }),
            ("SIDE Sea", [], .all, { $0.says("side") }),
            ("citta", [], .all, { $0.says("citt\u{E0}") || $0.says("CITT\u{C0}") }),
            ("京", [], .all, { $0.says("東京") }),
            ("fire dawn", [], .all, { $0.says("ﬁre") && $0.says("dawn") }),
            ("", ["SEA", "sun"], .all, { $0.has("Sea") && $0.has("sun") }),
            ("", ["sea", "New York", "ete"], .any, { $0.has("Sea") || $0.hasNewYork || $0.has("été") }),
            ("Dawn", ["new york", "night"], .all, { $0.says("dawn") && $0.hasNewYork && $0.has("night") }),
            ("dawn", ["night", "sun"], .any, { $0.says("dawn") && ($0.has("night") || $0.has("sun")) }),
            ("nothing", [], .all, { _ in false }),
        ]
        for (text, tags, mode, isFound) in searches {
            let search = try PhotoSearch(text: text, tags: tags, tagMode: mode)
            let found = try await excerpts(limit) { try await scene.models.search(search, for: viewer, $0) }
            #expect(found.map(\.photo) == visible.filter(isFound).map(\.id), "\(comment), \(text) \(tags)")
        }
    }

    private func compareNearby(
        _ viewer: UserID, _ scene: Scene, _ world: World, _ limit: Int, _ comment: Comment
    ) async throws {
        let visible = world.photos.photos.filter { !world.areApart($0.owner, viewer) && $0.description.place != nil }
        for (latitude, longitude, distance) in [
            (52_520_008, 13_404_954, 1_000), (52_525_000, 13_400_000, 300), (90_000_000, 5, 1_000),
            (89_995_000, -170_000_000, 700), (-90_000_000, 0, 1), (-17_000_000, 180_000_000, 1_000),
            (-17_001_000, -179_999_000, 50_000), (0, 0, 50_000),
        ] as [(Int32, Int32, Int)] {
            let center = try #require(Place(latitude: latitude, longitude: longitude))
            let question = try PhotosNearby(center, within: distance)
            let found = try await excerpts(limit) { try await scene.models.nearby(question, for: viewer, $0) }
            let expected = visible.filter { haversine(center, $0.description.place!) <= Double(distance) }
            #expect(Set(found.map(\.photo.photo)) == Set(expected.map(\.id)), "\(comment), \(center)")
            #expect(found.count == expected.count, "\(comment), \(center)")
            for (item, next) in zip(found, found.dropFirst()) {
                let isInOrder = item.distance <= next.distance
                #expect(isInOrder, "\(comment), \(center)")
            }
            for item in found {
                let exact = haversine(center, try #require(item.photo.place))
                #expect(abs(item.distance - exact) < 0.001, "\(comment), \(center)")
            }
        }
    }

    private func refuses(_ code: String, _ comment: Comment, _ body: () async throws -> Void) async {
        let error = await #expect(throws: ReadModelError.self, comment) { try await body() }
        #expect(error?.code.rawValue == code, comment)
    }
}

/// Every item of a list whose length nobody tells, page by page.
func excerpts<Item>(
    _ limit: Int, _ page: (PageRequest) async throws -> Answer<Excerpt<Item>>
) async throws -> [Item] {
    var items: [Item] = []
    var cursor: String?
    repeat {
        let answer = try await page(PageRequest(limit: limit, cursor: cursor))
        #expect(answer.value.items.count <= limit)
        try #require(answer.value.cursor == nil || answer.value.cursor != cursor, "the cursors lead nowhere")
        items += answer.value.items
        cursor = answer.value.cursor
    } while cursor != nil
    return items
}

/// In metres, by another formula than the one that is tested.
func haversine(_ a: Place, _ b: Place) -> Double {
    func radians(_ microdegrees: Int32) -> Double { Double(microdegrees) / 1_000_000 * .pi / 180 }
    let (north, east) = (radians(b.latitude) - radians(a.latitude), radians(b.longitude) - radians(a.longitude))
    let square =
        pow(sin(north / 2), 2) + cos(radians(a.latitude)) * cos(radians(b.latitude)) * pow(sin(east / 2), 2)
    return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
}

extension PhotoWorld.Published {
    fileprivate func says(_ word: String) -> Bool {
        description.title.lowercased().contains(word.lowercased())
    }
    fileprivate func has(_ tag: String) -> Bool { description.tags.contains(tag) }
    fileprivate var hasNewYork: Bool { has("New  York") || has("new york") }
}
