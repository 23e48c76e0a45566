public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// A public photo.
public struct PublishedPhoto: Hashable, Sendable {
    public var photo: PhotoID
    public var owner: PersonSummary
    /// What was uploaded.
    public var content: Photo
    /// Empty: none.
    public var title: String
    public var tags: [String]
    public var place: Place?
    public var takenAt: Timestamp?
    public var publishedAt: Timestamp
}

extension PublishedPhoto {
    init(_ row: Glimp_V1_Rows_PublicPhoto, _ photo: PhotoID, _ names: borrowing Snapshot) throws {
        self.photo = photo
        let user = try UserID(row: row.owner)
        owner = try names.person(user)
        content = try Photo(row: row.content)
        // Of who was erased a moment ago: the photo goes as soon as the rows have followed.
        let described = try names.opened(row.details, of: user, as: PhotoDescription.self)
        title = described?.title ?? ""
        tags = described?.tags ?? []
        place = described?.place
        takenAt = described?.takenAt
        publishedAt = Timestamp(row: row.publishedAt)
    }
}

extension Snapshot {
    /// A photo that a row names: what names it goes when it goes.
    func publishedPhoto(_ photo: PhotoID, names: borrowing Snapshot) throws -> PublishedPhoto {
        try PublishedPhoto(publication(photo), photo, names)
    }

    func publication(_ photo: PhotoID) throws -> Glimp_V1_Rows_PublicPhoto {
        guard let row = try get(RowKey(photo), in: PhotosProjection.byID) else {
            throw ProjectionError(.damaged, "a row names the photo \(photo), which is not published; rebuild photos")
        }
        return row
    }
}
