import GRPCCore
import GlimpDomain
import GlimpReadModels
import GlimpSchemas

// What is public, as the person sees it who is signed in.

extension QueryCalls {
    func photos(
        request: ServerRequest<Glimp_V1_PhotosRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_PhotosResponse> {
        try await answer(request, from: GlimpReadModels.photos, byDefault: PageRequest.photosByDefault) { me, page in
            .init(try await readModels.photos(of: id(request.message.user, "user"), for: me, page))
        }
    }

    func photo(
        request: ServerRequest<Glimp_V1_PhotoRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_PhotoResponse> {
        try await answer(request, from: GlimpReadModels.photos) { me, page in
            .init(try await readModels.photo(id(request.message.photo, "photo"), for: me, page))
        }
    }

    func searchPhotos(
        request: ServerRequest<Glimp_V1_SearchPhotosRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_SearchPhotosResponse> {
        try await answer(request, from: GlimpReadModels.photos) { me, page in
            let message = request.message
            let search = try PhotoSearch(
                text: message.text, tags: message.tags, tagMode: message.anyTag ? .any : .all)
            return .init(try await readModels.search(search, for: me, page))
        }
    }

    func nearbyPhotos(
        request: ServerRequest<Glimp_V1_NearbyPhotosRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_NearbyPhotosResponse> {
        try await answer(request, from: GlimpReadModels.photos) { me, page in
            let message = request.message
            guard message.hasCenter, let center = Place(message.center) else {
                throw CallFailure.invalid(
                    "place", "A place has a latitude, -90 to 90 degrees, and a longitude, -180 to 180.")
            }
            let distance = message.hasDistanceMetres ? Int(message.distanceMetres) : PhotosNearby.distanceByDefault
            return .init(try await readModels.nearby(PhotosNearby(center, within: distance), for: me, page))
        }
    }

    func albums(
        request: ServerRequest<Glimp_V1_AlbumsRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_AlbumsResponse> {
        try await answer(request, from: GlimpReadModels.photos) { me, page in
            .init(try await readModels.albums(of: id(request.message.user, "user"), for: me, page))
        }
    }

    func album(
        request: ServerRequest<Glimp_V1_AlbumRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_AlbumResponse> {
        try await answer(request, from: GlimpReadModels.photos) { me, page in
            .init(try await readModels.album(id(request.message.album, "album"), for: me, page))
        }
    }

    private func id<ID: Identifier>(_ text: String, _ field: String) throws -> ID {
        guard let id = ID(text) else {
            throw CallFailure.invalid(field, "an id is a UUID: 8-4-4-4-12 hexadecimal digits")
        }
        return id
    }
}
