import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService
import HTTPTypes
import Projections

/// What is public, as the person sees it who is signed in. Who has blocked them is not there.
struct PhotoEndpoints: EndpointRoom {
    private let interface: Interface

    init(_ interface: Interface) { self.interface = interface }

    var endpoints: [Endpoint] {
        [
            read(
                "/v1/users/{user}/photos", "photos", "Somebody's public photos, newest first; 100 unless it is said.",
                .page(of: .publicPhoto), [.user, .limit, .cursor]
            ) { models, me, call in
                let owner = try interface.person(try call.path("user"))
                let page = try call.page(byDefault: PageRequest.photosByDefault)
                let answer = try await models.photos(of: owner, for: me, page)
                return (answer.position, ListJSON(answer.value, at: answer.position, PublicPhotoJSON.init))
            },
            read(
                "/v1/users/{user}/albums", "albums", "Somebody's albums, newest first.", .page(of: .album),
                [.user, .limit, .cursor]
            ) { models, me, call in
                let owner = try interface.person(try call.path("user"))
                let answer = try await models.albums(of: owner, for: me, try call.page)
                return (answer.position, ListJSON(answer.value, at: answer.position, AlbumJSON.init))
            },
            read(
                "/v1/albums/{album}", "album", "An album, and a page of its photos in their order.", .albumContent,
                [.album, .limit, .cursor]
            ) { models, me, call in
                let album: AlbumID = try id(call, "album")
                let answer = try await models.album(album, for: me, try call.page)
                return (answer.position, AlbumContentJSON(answer))
            },
            read(
                "/v1/photos/search", "searchPhotos", "Public photos by words of the title, by tags, or by both.",
                .excerpt(of: .publicPhoto), [.text, .tags, .tagMode, .limit, .cursor]
            ) { models, me, call in
                let answer = try await models.search(try call.search, for: me, try call.page)
                return (answer.position, ExcerptJSON(answer, PublicPhotoJSON.init))
            },
            read(
                "/v1/photos/nearby", "nearbyPhotos", "Public photos within a distance of a point, nearest first.",
                .excerpt(of: .nearbyPhoto), [.latitude, .longitude, .distance, .limit, .cursor]
            ) { models, me, call in
                let answer = try await models.nearby(try call.nearby, for: me, try call.page)
                return (answer.position, ExcerptJSON(answer, NearbyPhotoJSON.init))
            },
            read(
                "/v1/photos/{photo}", "photo", "A public photo, and a page of its comments, oldest first.",
                .photoDetail, [.photo, .limit, .cursor]
            ) { models, me, call in
                let photo: PhotoID = try id(call, "photo")
                let answer = try await models.photo(photo, for: me, try call.page)
                return (answer.position, PhotoDetailJSON(answer))
            },
        ]
    }

    private func read(
        _ path: String, _ id: String, _ summary: String, _ shape: Shape, _ parameters: [Endpoint.Parameter],
        _ reading: @escaping Interface.Reading
    ) -> Endpoint {
        interface.read(
            path, id, summary, shape, parameters, from: [GlimpReadModels.photos], reading)
    }

    /// - Throws: 404: what is no id names nothing.
    private func id<ID: Identifier>(_ call: Call, _ what: String) throws(Problem) -> ID {
        guard let id = ID(try call.path(what)) else {
            throw Problem("\(what)_not_found", "There is no such \(what).")
        }
        return id
    }
}
