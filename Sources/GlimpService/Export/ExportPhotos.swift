import EventLog
import GlimpDomain

/// The photos of an archive, and the list that says which file each is.
struct ExportPhotos {
    private struct Photo: Encodable {
        var media: String
        /// Whose upload it is, of a glimp that the person got; nil: their own.
        var from: String?
        /// Where it is in the archive; nil: see `missing`.
        var file: String?
        var mime: String?
        var width: UInt32?
        var height: UInt32?
        var bytes: UInt64?
        var uploadedAt: String?
        /// Why it is not in the archive, by the code of the error: `corrupted` when its file is damaged or gone,
        /// `not_found` when nothing is known of it.
        var missing: String?
    }

    let media: MediaStore
    let log: ExportLog
    private var list: ExportList
    private(set) var written = 0
    private(set) var missing = 0

    init(media: MediaStore, log: ExportLog, list: ExportList) {
        self.media = media
        self.log = log
        self.list = list
    }

    /// Writes them, and ends the list.
    mutating func write(to archive: ExportArchive, _ sink: AccountExport.Sink) async throws {
        var after = Position.beginning
        while let page = try received(after: after) {
            for photo in page.photos { try await write(photo.media, of: photo.answerer, to: archive, sink) }
            after = page.last
        }
        var key: [UInt8]?
        repeat {
            let page = try media.uploads(of: log.user, after: key)
            for upload in page.media { try await write(upload, of: log.user, to: archive, sink) }
            key = page.next
        } while key != nil
        try list.end()
    }

    /// Some photos of glimps that the person got and has not hidden.
    /// - Returns: nil when there are no more.
    private func received(
        after: Position
    ) throws -> (photos: [(media: MediaID, answerer: UserID)], last: Position)? {
        try log.page(log.own([GlimpAnswered.type]), after: after).map { page in
            let photos = try page.events.compactMap { event, envelope -> (MediaID, UserID)? in
                guard case .glimpAnswered(let event) = event, event.asker == log.user,
                    try !log.isHidden(event.request, answered: envelope.position)
                else { return nil }
                return (event.photo.media, event.answerer)
            }
            return (photos, page.last)
        }
    }

    private mutating func write(
        _ id: MediaID, of owner: UserID, to archive: ExportArchive, _ sink: AccountExport.Sink
    ) async throws {
        var photo = Photo(media: "\(id)", from: owner == log.user ? nil : "\(owner)")
        let content: MediaContent
        do {
            // Somebody else's of the same name is none of the person's.
            guard let record = try media.record(of: id), record.owner == owner else {
                throw EventLogError(.notFound, "there is no upload \(id)")
            }
            (photo.mime, photo.width, photo.height) = (record.mime, record.width, record.height)
            (photo.bytes, photo.uploadedAt) = (record.bytes, record.created.rfc3339)
            content = try await media.content(of: record)
            // All of it, before its length is promised.
            try await content.forEachPiece { _ in }
        } catch let error as EventLogError {
            photo.missing = error.code.rawValue
            missing += 1
            return try list.add(photo)
        }
        let name = "photos/\(id).\(Self.ending(of: content.mime))"
        try await archive.add(name, content, sink)
        photo.file = name
        written += 1
        try list.add(photo)
    }

    private static func ending(of mime: String) -> String {
        switch mime {
        case "image/jpeg": "jpg"
        case "image/png": "png"
        case "image/webp": "webp"
        case "video/mp4": "mp4"
        case "video/quicktime": "mov"
        default: "bin"
        }
    }
}
