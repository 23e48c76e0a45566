import EventLog
import Foundation
import GRPCCore
import GlimpDomain
import GlimpSchemas
import GlimpService
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct PhotoQueryTests {
    @Test func whatIsPublicIsAnsweredToEverybodyWhoIsNotBlocked() async throws {
        try await withGateway { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            let (photo, album, comment) = (fresh(), fresh(), fresh())
            try await gateway.publish(photo, title: "Dawn at sea", tags: ["Sea"], at: (52.520008, 13.404954), by: ada)
            try await gateway.send(Glimp_V1_CreateAlbum.with { ($0.title, $0.album) = ("Summer", album) }, ada)
            try await gateway.send(Glimp_V1_AddToAlbum.with { ($0.album, $0.photo) = (album, photo) }, ada)
            try await gateway.send(Glimp_V1_LikePhoto.with { $0.photo = photo }, bob)
            let said = try await gateway.send(
                Glimp_V1_CommentOnPhoto.with { ($0.photo, $0.text, $0.comment) = (photo, "Lovely.", comment) }, bob)
            try await gateway.glimp.catchUpReadModels()

            let seen = try await gateway.queries.photo(.with { $0.photo = photo }, metadata: bob.metadata)
            #expect(seen.position == said.position && seen.likes == 1 && seen.likedByMe && seen.commentCount == 1)
            #expect(seen.comments.map(\.text) == ["Lovely."] && seen.comments[0].author.username == "bob")
            let item = seen.photo
            #expect(item.photo == photo && item.owner.username == "ada" && item.title == "Dawn at sea")
            #expect(item.tags == ["Sea"] && item.place.latitude == 52.520008 && !item.hasTakenAt)
            #expect(item.sizes.map(\.name) == ["square-75", "square-150", "240", "320", "640", "1024", "original"])
            #expect(item.sizes[0].width == 75 && item.sizes[0].url == "/v1/media/\(item.content.media)/square-75")

            let stream = try await gateway.queries.photos(
                .with { $0.user = ada.user.description }, metadata: bob.metadata)
            #expect(stream.items == [item] && stream.total == 1 && !stream.hasCursor)
            let found = try await gateway.queries.searchPhotos(
                .with { ($0.text, $0.tags, $0.anyTag) = ("DAWN", ["sea", "sun"], true) }, metadata: bob.metadata)
            #expect(found.items == [item])
            let near = try await gateway.queries.nearbyPhotos(
                .with {
                    $0.center = .with { ($0.latitude, $0.longitude) = (52.521008, 13.404954) }
                }, metadata: bob.metadata)
            #expect(near.items.map(\.photo) == [item] && (111.0...111.3).contains(near.items[0].distanceMetres))
            let albums = try await gateway.queries.albums(
                .with { $0.user = ada.user.description }, metadata: bob.metadata)
            #expect(albums.items.map(\.album) == [album] && albums.items[0].cover == item)
            let content = try await gateway.queries.album(.with { $0.album = album }, metadata: bob.metadata)
            #expect(content.photos == [item] && content.album == albums.items[0])

            let told = try await gateway.queries.notifications(.init(), metadata: ada.metadata).notifications.items
            #expect(told.map(\.kind) == [.photoCommented, .photoLiked] && told.allSatisfy { $0.photo == photo })
            #expect(told[0].comment == comment && !told[1].hasComment)

            try await gateway.send(Glimp_V1_BlockUser.with { $0.user = "bob" }, ada)
            try await gateway.glimp.catchUpReadModels()
            try await expectError(.notFound, "photo_not_found") {
                try await gateway.queries.photo(.with { $0.photo = photo }, metadata: bob.metadata)
            }
            try await expectError(.notFound, "user_not_found") {
                try await gateway.queries.photos(.with { $0.user = ada.user.description }, metadata: bob.metadata)
            }
            try await expectError(.notFound, "user_not_found") {
                try await gateway.queries.findByUsername(.with { $0.username = "ada" }, metadata: bob.metadata)
            }
            try await expectError(.notFound, "album_not_found") {
                try await gateway.queries.album(.with { $0.album = album }, metadata: bob.metadata)
            }
            #expect(
                try await gateway.queries.searchPhotos(.with { $0.text = "dawn" }, metadata: bob.metadata).items == [])
        }
    }

    @Test func aHundredPhotosAreAnsweredUnlessItIsSaid() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            for _ in 0..<101 { try await gateway.publish(fresh(), title: "", by: ada) }
            try await gateway.glimp.catchUpReadModels()
            let user = ada.user.description
            let answer = try await gateway.queries.photos(.with { $0.user = user }, metadata: ada.metadata)
            #expect(answer.items.count == 100 && answer.total == 101 && answer.hasCursor)
            let rest = try await gateway.queries.photos(
                .with { ($0.user, $0.cursor) = (user, answer.cursor) }, metadata: ada.metadata)
            #expect(rest.items.count == 1 && !rest.hasCursor)
        }
    }

    @Test func whatCannotBeAskedIsTold() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            try await gateway.glimp.catchUpReadModels()
            try await expectError(.invalidArgument, "invalid_user") {
                try await gateway.queries.photos(.with { $0.user = "ada" }, metadata: ada.metadata)
            }
            try await expectError(.invalidArgument, "invalid_photo") {
                try await gateway.queries.photo(.init(), metadata: ada.metadata)
            }
            try await expectError(.invalidArgument, "invalid_album") {
                try await gateway.queries.album(.init(), metadata: ada.metadata)
            }
            try await expectError(.invalidArgument, "invalid_search") {
                try await gateway.queries.searchPhotos(.init(), metadata: ada.metadata)
            }
            try await expectError(.invalidArgument, "invalid_place") {
                try await gateway.queries.nearbyPhotos(.init(), metadata: ada.metadata)
            }
            try await expectError(.invalidArgument, "invalid_distance") {
                try await gateway.queries.nearbyPhotos(
                    .with { ($0.center, $0.distanceMetres) = (.with { ($0.latitude, $0.longitude) = (0, 0) }, 50_001) },
                    metadata: ada.metadata)
            }
            try await expectError(.invalidArgument, "invalid_limit") {
                try await gateway.queries.photos(
                    .with { ($0.user, $0.limit) = (ada.user.description, 0) }, metadata: ada.metadata)
            }
        }
    }
}

private func fresh() -> String { UUID().uuidString.lowercased() }

extension TestGateway {
    /// As an import would: over gRPC one has to upload the photo first.
    func publish(
        _ photo: String, title: String, tags: [String] = [], at place: (latitude: Double, longitude: Double)? = nil,
        by person: SignedIn
    ) async throws {
        let publish = Glimp_V1_PublishPhoto.with {
            $0.photo = .square(UUID().uuidString.lowercased())
            ($0.photoID, $0.title, $0.tags) = (photo, title, tags)
            if let place { ($0.place.latitude, $0.place.longitude) = place }
        }
        _ = try await glimp.commands.execute(
            try CommandCatalogue.receive("PublishPhoto", binary: try publish.serializedBytes()),
            by: .onBehalf(person.user), id: nil)
    }
}
