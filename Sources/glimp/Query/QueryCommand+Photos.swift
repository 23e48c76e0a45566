import ArgumentParser
import GlimpDomain
import GlimpReadModels
import GlimpService

/// What public photos are looked for by.
struct PublicPhotoOptions: ParsableArguments {
    @Option(help: "Words of the title, for `search`.")
    var text: String?

    @Option(help: "Tags, separated by commas, for `search`.")
    var tags: String?

    @Option(help: "Whether a photo has `all` of the tags (the default), or `any`.")
    var tagMode: PhotoSearch.TagMode?

    @Option(parsing: .unconditional, help: "Degrees north, for `nearby`.")
    var lat: String?

    @Option(parsing: .unconditional, help: "Degrees east, for `nearby`.")
    var lon: String?

    @Option(help: "Metres, 1 to 50000, for `nearby` (default: 1000).")
    var distance: Int?

    func validate(for question: QueryCommand.Question) throws {
        if question != .search, text != nil || tags != nil || tagMode != nil {
            throw ValidationError("--text, --tags and --tag-mode are for `search`")
        }
        if question != .nearby, lat != nil || lon != nil || distance != nil {
            throw ValidationError("--lat, --lon and --distance are for `nearby`")
        }
    }

    var search: PhotoSearch {
        get throws(ReadModelError) {
            try PhotoSearch(text: text ?? "", tags: tags.map(PhotoSearch.tags) ?? [], tagMode: tagMode ?? .all)
        }
    }

    var nearby: PhotosNearby {
        get throws {
            guard let lat, let lon, let center = Place(latitude: lat, longitude: lon) else {
                throw ValidationError("`nearby` needs --lat, -90 to 90 degrees, and --lon, -180 to 180 degrees")
            }
            do { return try PhotosNearby(center, within: distance ?? PhotosNearby.distanceByDefault) } catch {
                throw ValidationError("--distance: \(error.message)")
            }
        }
    }
}

extension PhotoSearch.TagMode: ExpressibleByArgument {}

extension QueryCommand {
    /// What is public, as one person sees it.
    func publicAnswer(_ viewer: UserID, _ page: PageRequest, _ glimp: GlimpDirectory) async throws -> any AnswerView {
        let models = glimp.readModels
        switch question {
        case .photo: return PhotoDetailView(try await models.photo(id("photo"), for: viewer, page), for: username)
        case .album: return AlbumView(try await models.album(id("album"), for: viewer, page))
        case .search: return SearchView(try await models.search(found.search, for: viewer, page))
        case .nearby: return NearbyView(try await models.nearby(found.nearby, for: viewer, page))
        case .albums:
            let owner = try other.map { try glimp.people.named($0) } ?? viewer
            return AlbumsView(try await models.albums(of: owner, for: viewer, page))
        default:
            let owner = try other.map { try glimp.people.named($0) } ?? viewer
            return PhotosView(try await models.photos(of: owner, for: viewer, page))
        }
    }

    private func id<ID: Identifier>(_ what: String) throws -> ID {
        guard let id = ID(other ?? "") else {
            throw ValidationError("the id of \(what) is a UUID: 8-4-4-4-12 hexadecimal digits")
        }
        return id
    }
}
