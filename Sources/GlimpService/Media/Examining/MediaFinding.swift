public import GlimpDomain

/// Something in `media/` that is not as it should be.
public struct MediaFinding: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// An upload without its file.
        case missing
        /// A file that is not what was kept, or a record that can't be read.
        case damaged
        /// A record and the content that should lead to it disagree.
        case misindexed
        /// A file without a record: of an upload that came after a backup of the index, or before it went.
        case unrecorded
        /// A rendition that can't be opened or decoded, or is another's: it can be made again.
        case damagedRendition = "damaged_rendition"
        /// A rendition of an upload that is gone.
        case strayRendition = "stray_rendition"
        /// What a dead process has left.
        case leftover
        /// A file that nobody here makes.
        case foreign

        /// Whether something that people uploaded is lost. The rest is in nobody's way.
        public var isDamage: Bool { self == .missing || self == .damaged || self == .misindexed }
    }

    public let kind: Kind
    /// nil: it belongs to none.
    public let media: MediaID?
    /// For people: which file, and what is wrong with it.
    public let what: String
}
