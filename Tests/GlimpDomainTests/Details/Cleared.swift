import EventLog
import FoundationEssentials

@testable import GlimpDomain

/// Seals without a secret: the name, then the content.
let testSeal = DetailsSeal { clear, _, name in name + clear }

/// Opens what ``testSeal`` has sealed, under the same name.
let testOpener = DetailsOpener { sealed, _, name in
    guard sealed.starts(with: name) else { throw Missing() }
    return Array(sealed.dropFirst(name.count))
}

/// As after the person was erased.
let erasedOpener = DetailsOpener { _, _, _ in nil }

extension DomainEvent {
    func event(id: UUID) throws -> Event { try event(id: id, sealing: testSeal) }

    /// With its details in clear, as it was decided.
    func cleared() throws -> DomainEvent {
        switch self {
        case .accountRegistered(let event):
            let details = try require(event.details(by: testOpener))
            return .accountRegistered(
                AccountRegistered(
                    user: event.user, username: details.username, usernameHash: event.usernameHash,
                    email: try event.emailHash.map { .init(address: try require(details.email), hash: $0) },
                    displayName: details.displayName))
        case .emailChanged(let event):
            return .emailChanged(
                EmailChanged(
                    user: event.user, email: try require(event.details(by: testOpener)).email,
                    emailHash: event.emailHash, previousEmailHash: event.previousEmailHash))
        case .displayNameChanged(let event):
            return .displayNameChanged(
                DisplayNameChanged(
                    user: event.user, displayName: try require(event.details(by: testOpener)).displayName))
        case .photoPublished(let event):
            return .photoPublished(
                PhotoPublished(
                    photo: event.photo, owner: event.owner, content: event.content,
                    description: try require(event.details(by: testOpener))))
        case .photoEdited(let event):
            return .photoEdited(
                PhotoEdited(
                    photo: event.photo, owner: event.owner, description: try require(event.details(by: testOpener))))
        case .commentAdded(let event):
            return .commentAdded(
                CommentAdded(
                    comment: event.comment, photo: event.photo, owner: event.owner, author: event.author,
                    text: try require(event.details(by: testOpener)).text))
        case .albumCreated(let event):
            return .albumCreated(
                AlbumCreated(
                    album: event.album, owner: event.owner, title: try require(event.details(by: testOpener)).title))
        case .albumRenamed(let event):
            return .albumRenamed(
                AlbumRenamed(
                    album: event.album, owner: event.owner, title: try require(event.details(by: testOpener)).title))
        default: return self
        }
    }
}

extension PhotoDescription {
    /// Says the same in a command.
    func fill(_ message: inout some PhotoDescriptionMessage) {
        message.title = title
        message.tags = tags
        if let place { message.place = place.wire }
        if let takenAt { message.takenAt = takenAt.wire }
    }
}
