public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// What is told of a public photo.
public struct PhotoDescription: PersonalDetails {
    public static let titleCharacters = 255
    public static let maximumTags = 75
    public static let tagCharacters = 1...100
    /// Of all tags together.
    public static let tagBytes = 6_144

    /// At most 255 characters, none of them a control character. Empty: none.
    public let title: String
    /// At most 75, in the order in which they were given, each once.
    public let tags: [String]
    public let place: Place?
    public let takenAt: Timestamp?

    /// Within its bounds, which ``field(_:)`` sees to for what callers send.
    public init(title: String, tags: [String], place: Place?, takenAt: Timestamp?) {
        self.title = title
        self.tags = tags
        self.place = place
        self.takenAt = takenAt
    }
}

/// A message that describes a photo.
protocol PhotoDescriptionMessage {
    var title: String { get set }
    var tags: [String] { get set }
    var place: Glimp_V1_Place { get set }
    var hasPlace: Bool { get }
    var takenAt: Google_Protobuf_Timestamp { get set }
    var hasTakenAt: Bool { get }
}

extension Glimp_V1_PublishPhoto: PhotoDescriptionMessage {}
extension Glimp_V1_EditPhoto: PhotoDescriptionMessage {}
extension Glimp_V1_PhotoPublished: DetailsMessage {}
extension Glimp_V1_PhotoEdited: DetailsMessage {}

extension PhotoDescription {
    /// As a command gives it.
    /// - Throws: `invalid_title`, `invalid_tags`, `invalid_place`, `invalid_taken_at`, the first that is so.
    static func field(_ wire: some PhotoDescriptionMessage) throws(Refusal) -> PhotoDescription {
        guard PublicText.fits(wire.title, titleCharacters),
            !wire.title.unicodeScalars.contains(where: PublicText.isControl)
        else { throw .invalid("title", "A title is at most 255 characters, none of them a control character.") }
        guard wire.tags.count <= maximumTags, wire.tags.allSatisfy(isTag),
            wire.tags.reduce(0, { $0 + $1.utf8.count }) <= tagBytes
        else {
            throw .invalid(
                "tags",
                "A photo has at most 75 tags, each of 1 to 100 characters, none of them a comma or control character; "
                    + "together they have at most 6144 bytes.")
        }
        var place: Place?
        if wire.hasPlace {
            place = Place(wire.place)
            if place == nil {
                throw .invalid("place", "A place has a latitude, -90 to 90 degrees, and a longitude, -180 to 180.")
            }
        }
        var takenAt: Timestamp?
        if wire.hasTakenAt {
            takenAt = try? Timestamp(stored: wire.takenAt, "taken_at")
            if takenAt == nil { throw .invalid("taken_at", "A time lies in the years 1 to 9999.") }
        }
        var seen: Set<String> = []
        let tags = wire.tags.filter { seen.insert($0).inserted }
        return PhotoDescription(title: wire.title, tags: tags, place: place, takenAt: takenAt)
    }

    /// A comma stands between the tags that are searched for.
    private static func isTag(_ text: String) -> Bool {
        PublicText.fits(text, tagCharacters.upperBound) && !PublicText.isBlank(text)
            && !text.unicodeScalars.contains { $0 == "," || PublicText.isControl($0) }
    }

    public init(_ wire: Glimp_V1_PhotoDetails) throws(MalformedField) {
        title = wire.title
        tags = wire.tags
        place = wire.hasPlace ? Place(wire.place) : nil
        if wire.hasPlace, place == nil { throw MalformedField(name: "place") }
        takenAt = wire.hasTakenAt ? try Timestamp(stored: wire.takenAt, "taken_at") : nil
    }

    public var wire: Glimp_V1_PhotoDetails {
        .with {
            $0.title = title
            $0.tags = tags
            if let place { $0.place = place.wire }
            if let takenAt { $0.takenAt = takenAt.wire }
        }
    }
}
