import GlimpDomain
import Projections

/// What public photos are searched for.
public struct PhotoSearch: Hashable, Sendable {
    public static let maximumTags = PhotoDescription.maximumTags
    public static let textCharacters = PhotoDescription.titleCharacters

    public enum TagMode: String, Hashable, Sendable, CaseIterable {
        /// A photo has every tag.
        case all
        /// One of the tags is enough.
        case any
    }

    /// All of them stand in the title.
    let words: [String]
    let tags: [String]
    let tagMode: TagMode

    /// - Parameters:
    ///   - text: words of the title, whatever their case and accents.
    ///   - tags: whole tags, likewise.
    /// - Throws: `invalid_search` when there is nothing to search for, or more than a photo can have.
    public init(text: String = "", tags: [String] = [], tagMode: TagMode = .all) throws(ReadModelError) {
        guard text.utf8.count <= 8_192, text.count <= PhotoSearch.textCharacters, tags.count <= PhotoSearch.maximumTags
        else {
            throw ReadModelError(
                .invalidSearch, "a search has at most \(Self.textCharacters) characters and \(Self.maximumTags) tags")
        }
        words = SearchTerms.words(of: text)
        var seen: Set<String> = []
        self.tags = tags.compactMap(SearchTerms.tag).filter { seen.insert($0).inserted }
        self.tagMode = tagMode
        guard !words.isEmpty || !self.tags.isEmpty else {
            throw ReadModelError(.invalidSearch, "there is no word and no tag to search for")
        }
    }

    /// The tags that a text names, separated by commas, which stand in none.
    public static func tags(_ text: String) -> [String] { text.split(separator: ",").map { String($0) } }

    /// What its cursors start with, so that those of another search are none. 64 bits of FNV-1a: nothing is opened by
    /// finding two that are the same.
    var key: RowKey {
        let text = [tagMode.rawValue] + words + [""] + tags
        let hash = text.joined(separator: "\u{0}").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return RowKey().ascending(hash)
    }

    /// The lists whose common photos are looked for.
    func lists(_ personal: PersonalReading) -> [PostingUnion] {
        let words = words.map { PostingUnion([Postings(SearchProjection.words, of: personal.term($0))]) }
        let tags = tags.map { Postings(SearchProjection.tags, of: personal.term($0)) }
        switch tagMode {
        case .all: return words + tags.map { PostingUnion([$0]) }
        case .any: return tags.isEmpty ? words : words + [PostingUnion(tags)]
        }
    }
}
