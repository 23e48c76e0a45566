import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// Under which words and tags the published photos are found. Each has its photos in the order in which they are shown,
/// newest first, so that a page of them is read where it lies, however many there are.
///
/// Terms are keyed hashes: pages that LMDB has freed keep their bytes.
struct SearchProjection: GlimpProjection {
    let name = "search"
    let version = 2

    static let words = RowTable("search.words", key: [.string("word hash"), .descending("position")], of: PhotoID.self)
    static let tags = RowTable("search.tags", key: [.string("tag hash"), .descending("position")], of: PhotoID.self)
    /// What each photo is found under now: what has to go when it changes.
    static let terms = RowTable("search.terms", key: [.uuid("photo")], of: Glimp_V1_Rows_SearchTerms.self)
    let tables = [words.shape, tags.shape, terms.shape]

    static let types = PhotosProjection.types

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .photoPublished(let event):
            try put(event.photo, event.details(by: rows.personal.opener), envelope.position.rawValue, in: &rows)
        case .photoEdited(let event):
            let position = try remove(event.photo, in: &rows)
            try put(event.photo, event.details(by: rows.personal.opener), position, in: &rows)
        case .photoUnpublished(let event): _ = try remove(event.photo, in: &rows)
        default: break
        }
    }

    /// - Parameter description: nil of who was erased: the photo is found under nothing, until it goes.
    private func put(
        _ photo: PhotoID, _ description: PhotoDescription?, _ position: UInt64, in rows: inout Rows
    ) throws {
        var tags: Set<String> = []
        let personal = try rows.personal
        let terms = Glimp_V1_Rows_SearchTerms.with {
            $0.words = SearchTerms.words(of: description?.title ?? "").map(personal.term)
            $0.tags = (description?.tags ?? []).compactMap(SearchTerms.tag).filter { tags.insert($0).inserted }
                .map(personal.term)
            $0.position = position
        }
        for word in terms.words { try rows.put(photo, for: RowKey(word).descending(position), in: Self.words) }
        for tag in terms.tags { try rows.put(photo, for: RowKey(tag).descending(position), in: Self.tags) }
        try rows.put(terms, for: RowKey(photo), in: Self.terms)
    }

    /// - Returns: the photo's place in every list.
    private func remove(_ photo: PhotoID, in rows: inout Rows) throws -> UInt64 {
        guard let terms = try rows.take(RowKey(photo), from: Self.terms) else { throw PhotosProjection.missing(photo) }
        for word in terms.words { try rows.remove(RowKey(word).descending(terms.position), from: Self.words) }
        for tag in terms.tags { try rows.remove(RowKey(tag).descending(terms.position), from: Self.tags) }
        return terms.position
    }
}
