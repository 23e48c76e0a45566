/// What a check of `media/` has come to.
public struct MediaCheckReport: Sendable {
    /// Those that were looked at.
    public var uploads = 0
    /// Of their files, as they are stored.
    public var bytes: UInt64 = 0
    public var renditions = 0
    /// How much was found of each kind.
    public var counts: [MediaFinding.Kind: Int] = [:]
    /// What was found first.
    public var first: [MediaFinding] = []
    /// The most that ``first`` holds.
    public static let most = 100

    /// How much of what people uploaded is lost.
    public var damages: Int { counts.reduce(0) { $0 + ($1.key.isDamage ? $1.value : 0) } }

    /// How many renditions have to be made again.
    public var damagedRenditions: Int { counts[.damagedRendition] ?? 0 }

    mutating func add(_ finding: MediaFinding) {
        counts[finding.kind, default: 0] += 1
        if first.count < Self.most { first.append(finding) }
    }
}
