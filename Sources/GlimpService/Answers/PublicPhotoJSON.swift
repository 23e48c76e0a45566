import EventLog
import GlimpDomain
import GlimpReadModels

/// A public photo as programs see it. Absent values are left out.
package struct PublicPhotoJSON: Encodable, Sendable {
    package struct PlaceJSON: Encodable, Sendable {
        /// In degrees.
        package var latitude: Double
        package var longitude: Double
    }
    package var photo: String
    package var owner: PersonJSON
    package var title: String
    package var tags: [String]
    package var place: PlaceJSON?
    package var takenAt: String?
    package var publishedAt: String
    package var content: PhotoJSON
    package var sizes: [PhotoSize]

    package init(_ photo: PublishedPhoto) {
        self.photo = photo.photo.description
        owner = PersonJSON(photo.owner)
        title = photo.title
        tags = photo.tags
        place = photo.place.map { PlaceJSON(latitude: $0.degrees.latitude, longitude: $0.degrees.longitude) }
        takenAt = photo.takenAt?.rfc3339
        publishedAt = photo.publishedAt.rfc3339
        content = PhotoJSON(photo.content)
        sizes = photo.content.sizes
    }
}
