import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct AlbumTests {
    private func create(_ history: Given, _ title: String = "Summer") throws -> Ruling {
        try history.when(CreateAlbum.self, by: ada) { ($0.title, $0.album) = (title, album.description) }
    }

    private func add(_ events: DomainEvent..., by user: UserID = ada) throws -> Ruling {
        try Given(events: events, elsewhere: []).when(AddToAlbum.self, by: user) {
            ($0.album, $0.photo) = (album.description, picture.description)
        }
    }

    private func remove(_ events: DomainEvent..., by user: UserID = ada) throws -> Ruling {
        try Given(events: events, elsewhere: []).when(RemoveFromAlbum.self, by: user) {
            ($0.album, $0.photo) = (album.description, picture.description)
        }
    }

    private func reorder(_ events: DomainEvent..., to photos: [PhotoID]) throws -> Ruling {
        try Given(events: events, elsewhere: []).when(ReorderAlbum.self, by: ada) {
            ($0.album, $0.photos) = (album.description, photos.map(\.description))
        }
    }

    private func cover(_ events: DomainEvent..., by user: UserID = ada) throws -> Ruling {
        try Given(events: events, elsewhere: []).when(SetAlbumCover.self, by: user) {
            ($0.album, $0.photo) = (album.description, picture.description)
        }
    }

    @Test func anAlbumIsCreated() throws {
        #expect(try create(given(registered(ada))) == .accepted([albumCreated(ada)]))
        #expect(try create(given()).code == "user_not_found")
        #expect(try create(given(registered(ada), albumCreated(ben))).code == "id_in_use")
        let gone = given(try registered(ada), albumCreated(ada), elsewhere: [albumDeleted(ada)])
        #expect(try create(gone).subjects == [album.description])
    }

    @Test func aTitleHas1To255Characters() throws {
        #expect(try create(given(registered(ada)), String(repeating: "é", count: 255)).code == nil)
        for title in ["", " ", "\u{200B}", "a\n", String(repeating: "a", count: 256)] {
            #expect(try create(given(registered(ada)), title).code == "invalid_title", "\(title)")
        }
    }

    @Test func anAlbumIsRenamedAndDeleted() throws {
        func rename(_ events: [DomainEvent]) throws -> Ruling {
            try Given(events: events, elsewhere: []).when(RenameAlbum.self, by: ada) {
                ($0.album, $0.title) = (album.description, "Summer")
            }
        }
        func delete(_ events: [DomainEvent]) throws -> Ruling {
            try Given(events: events, elsewhere: []).when(DeleteAlbum.self, by: ada) { $0.album = album.description }
        }
        #expect(try rename([albumCreated(ada)]) == .accepted([albumRenamed(ada, "Summer")]))
        #expect(try delete([albumCreated(ada)]) == .accepted([albumDeleted(ada)]))
        for act in [rename, delete] {
            #expect(try act([]).code == "album_not_found")
            #expect(try act([albumCreated(ada), albumDeleted(ada)]).code == "album_not_found")
            #expect(try act([albumCreated(ben)]).code == "not_yours")
            #expect(try act([albumCreated(ben), blocked(ben, ada)]).code == "album_not_found")
        }
    }

    @Test func aPhotoIsPutInAnAlbumOnce() throws {
        #expect(try add(albumCreated(ada), published(ada)) == .accepted([added(ada)]))
        #expect(try add(albumCreated(ada), published(ada), added(ada)) == .nothingHappened)
        #expect(try add(albumCreated(ada), published(ada), added(ada), takenOut(ada)) == .accepted([added(ada)]))
    }

    @Test func onlyPublicPhotosOfOnesOwnAreInAnAlbum() throws {
        #expect(try add(albumCreated(ada)).code == "photo_not_found")
        #expect(try add(albumCreated(ada), published(ben)).code == "photo_not_found")
        #expect(try add(albumCreated(ada), published(ada), unpublished(ada)).code == "photo_not_found")
        // Which of the two is wrong is told in the order of the rules.
        #expect(try add(published(ada)).code == "album_not_found")
        #expect(try add(albumCreated(ben), published(ada)).code == "not_yours")
        #expect(try add(albumCreated(ben), blocked(ben, ada)).code == "album_not_found")
        #expect(try add(albumCreated(ada), albumDeleted(ada), published(ada)).code == "album_not_found")
    }

    /// What else is in an album costs nothing.
    @Test func ofAnAlbumOnlyTheNamedPhotosAreRead() throws {
        let others = [added(ada, otherPicture), takenOut(ada, otherPicture), coverSet(ada, otherPicture)]
        let mine = [albumCreated(ada), try published(ada), added(ada)]
        func when<Command: CallerCommand>(
            _ command: Command.Type, elsewhere: [DomainEvent], _ fill: (inout Command.Wire) -> Void
        ) throws -> Ruling { try Given(events: mine, elsewhere: elsewhere).when(command, by: ada, fill) }
        let photo = picture.description
        #expect(
            try when(AddToAlbum.self, elsewhere: others) { ($0.album, $0.photo) = (album.description, photo) }
                == .nothingHappened)
        #expect(
            try when(SetAlbumCover.self, elsewhere: others) { ($0.album, $0.photo) = (album.description, photo) }
                == .accepted([coverSet(ada)]))
        let renamed = Given(events: [mine[0]], elsewhere: others + [mine[2]])
        #expect(
            try renamed.when(RenameAlbum.self, by: ada) { ($0.album, $0.title) = (album.description, "Summer") }
                == .accepted([albumRenamed(ada, "Summer")]))
    }

    @Test func aPhotoIsTakenOut() throws {
        #expect(try remove(albumCreated(ada), added(ada)) == .accepted([takenOut(ada)]))
        #expect(try remove(albumCreated(ada)) == .nothingHappened)
        #expect(try remove(albumCreated(ada), added(ada), takenOut(ada)) == .nothingHappened)
        #expect(try remove(albumCreated(ben), added(ben)).code == "not_yours")
        #expect(try remove(albumCreated(ben), added(ben), blocked(ben, ada)).code == "album_not_found")
        #expect(try remove().code == "album_not_found")
    }

    @Test func photosArePutInAnOrder() throws {
        let both = [albumCreated(ada), added(ada), added(ada, otherPicture)]
        #expect(
            try reorder(both[0], both[1], both[2], to: [otherPicture, picture])
                == .accepted([reordered(ada, otherPicture, picture)]))
        let moved = Given(events: [both[0], both[2]], elsewhere: [both[1]])
        #expect(
            try moved.when(ReorderAlbum.self, by: ada) {
                ($0.album, $0.photos) = (album.description, [otherPicture.description])
            } == .accepted([reordered(ada, otherPicture)]))
        let ruling = try reorder(both[0], both[1], to: [picture, otherPicture])
        #expect(ruling.code == "photo_not_in_album")
        #expect(ruling.subjects == [otherPicture.description])
        #expect(try reorder(both[0], both[1], to: [picture, picture]).code == "invalid_photos")
        #expect(try reorder(both[0], to: []).code == "invalid_photos")
        #expect(try reorder(albumCreated(ben), to: [picture]).code == "not_yours")
        #expect(try reorder(albumCreated(ben), blocked(ben, ada), to: [picture]).code == "album_not_found")
        #expect(try reorder(to: [picture]).code == "album_not_found")
    }

    @Test func aPhotoOfTheAlbumIsItsCover() throws {
        let history = [albumCreated(ada), try published(ada), added(ada)]
        #expect(try cover(history[0], history[1], history[2]) == .accepted([coverSet(ada)]))
        #expect(try cover(history[0], history[1]).code == "photo_not_in_album")
        #expect(try cover(history[0], history[1], history[2], takenOut(ada)).code == "photo_not_in_album")
        #expect(try cover(history[0]).code == "photo_not_found")
        #expect(try cover(history[0], history[1], history[2], unpublished(ada)).code == "photo_not_found")
        #expect(try cover(albumCreated(ben), published(ada)).code == "not_yours")
        #expect(try cover(albumCreated(ben), blocked(ben, ada)).code == "album_not_found")
    }

    @Test func fieldsAreWithinTheirBounds() throws {
        #expect(try given().when(AddToAlbum.self, by: ada).code == "invalid_album")
        #expect(try given().when(AddToAlbum.self, by: ada) { $0.album = album.description }.code == "invalid_photo")
        #expect(try given().when(RemoveFromAlbum.self, by: ada).code == "invalid_album")
        #expect(try given().when(SetAlbumCover.self, by: ada).code == "invalid_album")
        #expect(try given().when(DeleteAlbum.self, by: ada).code == "invalid_album")
        #expect(try given().when(RenameAlbum.self, by: ada) { $0.album = album.description }.code == "invalid_title")
        #expect(
            try given().when(CreateAlbum.self, by: ada) { ($0.title, $0.album) = ("a", "x") }.code == "invalid_album")
    }
}
