public import FoundationEssentials

/// Names a session among a person's. No secret: it opens nothing.
public struct SessionID: Hashable, Sendable {
    public let uuid: UUID

    public init(_ uuid: UUID) { self.uuid = uuid }
}
