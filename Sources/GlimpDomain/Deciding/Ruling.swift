public import EventLog

/// What deciding comes to, in the words of the domain.
public enum Ruling: Hashable, Sendable {
    /// Accepted. An empty list: there was nothing to do.
    case accepted([DomainEvent])
    case refused(Refusal)

    public static let nothingHappened = Ruling.accepted([])
}
