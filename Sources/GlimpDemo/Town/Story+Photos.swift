import EventLog
import GlimpSchemas
import SwiftProtobuf

extension Story {
    private struct Photo {
        let id: String
        let owner: String
        let motif: Motif
        let ago: Double
    }

    /// Public photos on the town's map, in albums, with what people say of them.
    mutating func tellPhotos() {
        var photos: [Photo] = []
        for owner in ["ada", "bo", "carla", "eun", "greta", "kofi"] {
            for (number, motif) in Motif.landscapes.shuffled(using: &random).prefix(owner == "ada" ? 5 : 3).enumerated()
            {
                let thing = "photo \(number) of \(owner)"
                let photo = Photo(id: id(thing), owner: owner, motif: motif, ago: random.between(0.2, 9) * day)
                publish(photo, thing)
                photos.append(photo)
            }
        }
        // Nobody says what somebody else has said.
        var comments = Wrenhaven.comments.shuffled(using: &random)
        for photo in photos { react(photo, &comments) }
        album("Mornings by the water", of: "ada", photos)
        album("On the way home", of: "bo", photos)
        album("The whole island", of: "greta", photos)
    }

    private mutating func publish(_ photo: Photo, _ thing: String) {
        let place = Wrenhaven.place(of: photo.motif, &random)
        let title = random.one(of: Wrenhaven.titles[photo.motif] ?? [])
        let tags = ["wrenhaven", photo.motif.rawValue] + (Wrenhaven.tags[photo.motif] ?? [])
        let before = Int64(random.between(5 * minute, 8 * hour))
        let picture = Drawing(motif: photo.motif, thing: thing, isLandscape: true)
        tell(photo.ago, photo.owner, picture: picture) { occasion in
            Glimp_V1_PublishPhoto.with {
                ($0.photoID, $0.photo.media, $0.title, $0.tags) = (photo.id, occasion.media, title, tags)
                $0.place = place
                $0.takenAt.seconds = occasion.time.seconds - before
            }
        }
    }

    private mutating func react(_ photo: Photo, _ texts: inout [String]) {
        var comments = 0
        for name in Person.all.map(\.username) where name != photo.owner && !Self.areApart(name, photo.owner) {
            if random.isLikely(0.35) {
                tell(photo.ago * random.between(0.1, 0.95), name) { _ in Glimp_V1_LikePhoto.with { $0.photo = photo.id }
                }
            }
            guard comments < 3, random.isLikely(0.15), let text = texts.popLast() else { continue }
            comments += 1
            let comment = id("comment of \(name) on \(photo.id)")
            tell(photo.ago * random.between(0.1, 0.9), name) { _ in
                Glimp_V1_CommentOnPhoto.with { ($0.photo, $0.text, $0.comment) = (photo.id, text, comment) }
            }
        }
    }

    private mutating func album(_ title: String, of owner: String, _ photos: [Photo]) {
        let album = id("album \(title)")
        let own = photos.filter { $0.owner == owner }
        // All of them are published by then.
        var ago = own.map(\.ago).min() ?? day
        func next() -> Double {
            ago *= 0.95
            return ago
        }
        tell(next(), owner) { _ in Glimp_V1_CreateAlbum.with { ($0.album, $0.title) = (album, title) } }
        for photo in own {
            tell(next(), owner) { _ in Glimp_V1_AddToAlbum.with { ($0.album, $0.photo) = (album, photo.id) } }
        }
        guard let cover = own.last else { return }
        tell(next(), owner) { _ in Glimp_V1_SetAlbumCover.with { ($0.album, $0.photo) = (album, cover.id) } }
    }
}
