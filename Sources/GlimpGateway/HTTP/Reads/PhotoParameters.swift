import GlimpDomain
import GlimpReadModels
import GlimpService
import HTTPTypes

extension Endpoint.Parameter {
    static let photo = Endpoint.Parameter(
        name: "photo", place: .path, summary: "The id of a public photo.", shape: .id, isRequired: true)
    static let album = Endpoint.Parameter(
        name: "album", place: .path, summary: "The id of an album.", shape: .id, isRequired: true)
    static let text = Endpoint.Parameter(
        name: "text", place: .query, summary: "Words of the title, whatever their case and accents.")
    static let tags = Endpoint.Parameter(
        name: "tags", place: .query, summary: "Separated by commas, whatever their case and accents.")
    static let tagMode = Endpoint.Parameter(
        name: "tagMode", place: .query, summary: "Whether a photo has all of the tags, or one is enough.",
        shape: .string(oneOf: PhotoSearch.TagMode.allCases.map(\.rawValue)))
    static let latitude = Endpoint.Parameter(
        name: "lat", place: .query, summary: "In degrees, -90 to 90; north is positive.", shape: .number,
        isRequired: true)
    static let longitude = Endpoint.Parameter(
        name: "lon", place: .query, summary: "In degrees, -180 to 180; east is positive.", shape: .number,
        isRequired: true)
    static let distance = Endpoint.Parameter(
        name: "distance", place: .query, summary: "In metres; without it 1000.",
        shape: .integer(minimum: PhotosNearby.distances.lowerBound, maximum: PhotosNearby.distances.upperBound))
}

extension Call {
    var search: PhotoSearch {
        get throws {
            guard let mode = PhotoSearch.TagMode(rawValue: query("tagMode") ?? "all") else {
                throw Problem("invalid_tag_mode", "`tagMode` must be all or any.")
            }
            let tags = query("tags").map(PhotoSearch.tags) ?? []
            return try PhotoSearch(text: query("text") ?? "", tags: tags, tagMode: mode)
        }
    }

    var nearby: PhotosNearby {
        get throws {
            guard let latitude = query("lat"), let longitude = query("lon"),
                let center = Place(latitude: latitude, longitude: longitude)
            else {
                throw Problem(
                    "invalid_place", "`lat` is -90 to 90 degrees, `lon` -180 to 180 degrees.")
            }
            guard let distance = query("distance").map({ Int($0) }) ?? PhotosNearby.distanceByDefault else {
                throw Problem("invalid_distance", "`distance` must be a number of metres.")
            }
            return try PhotosNearby(center, within: distance)
        }
    }
}
