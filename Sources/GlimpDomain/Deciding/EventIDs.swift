public import FoundationEssentials

/// The ids of one command's events: consecutive UUIDs, so that a decision made again names its events the same.
public struct EventIDs: Sendable {
    private let first: UUID

    /// - Parameter first: a fresh UUID, used for nothing else.
    public init(startingAt first: UUID) { self.first = first }

    /// The id of event number `index`, counted within the random bits: version and variant stay.
    subscript(index: Int) -> UUID {
        let variant = first.low & 3 << 62
        return UUID(high: first.high, low: variant | (first.low &+ UInt64(index)) & ~(3 << 62))
    }
}
