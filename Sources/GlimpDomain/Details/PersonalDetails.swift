public import SwiftProtobuf

/// What an event says that is a person's own: names, addresses, texts, places. It is stored sealed with the person's key,
/// and unreadable once that is destroyed. Nothing is decided by it.
public protocol PersonalDetails: Hashable, Sendable {
    associatedtype Wire: Message

    /// - Throws: ``MalformedField`` when a field does not hold what it is for.
    init(_ wire: Wire) throws(MalformedField)
    var wire: Wire { get }
}

/// The details of an event: in clear as they are decided, sealed as they are stored.
public enum Personal<Details: PersonalDetails>: Hashable, Sendable {
    case clear(Details)
    case sealed(SealedDetails<Details>)

    /// As decided; nil: they come from the log.
    public var clear: Details? {
        if case .clear(let details) = self { details } else { nil }
    }
}

/// Why details can't be stored or read.
public enum DetailsError: Error, Hashable, Sendable {
    /// An event that was decided and not stored has no sealed details.
    case notStored
    /// What was opened is no message of this name.
    case malformed(String)
    /// The person is erased: nothing of theirs is sealed any more.
    case erased
    /// The command did not say whose details its events have.
    case unannounced
}

extension DetailsError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notStored: "the details of an event are sealed when it is stored, and this one was not"
        case .malformed(let name): "what was sealed is no \(name)"
        case .erased: "the person was erased, so nothing of theirs can be stored"
        case .unannounced: "the command does not say whose details its events have"
        }
    }
}
