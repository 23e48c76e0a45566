import EventLog
import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf

@testable import GlimpDomain

/// The people of the tests. Their ids sort otherwise than their names, so that the order of a pair is tested too.
let ada = UserID(rawValue: uuid(0xC0))
let ben = UserID(rawValue: uuid(0xB0))
let cleo = UserID(rawValue: uuid(0xA0))

let glimp = GlimpRequestID(rawValue: uuid(0x100))
let otherGlimp = GlimpRequestID(rawValue: uuid(0x101))

func uuid(_ number: UInt64) -> UUID { UUID(high: 0x0198_0000_0000_7000, low: 1 << 63 | number) }

/// So many seconds after the tests' beginning.
func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_800_000_000 + seconds) }

/// A hasher without a secret: FNV-1a in two lanes.
let hasher = KeyedHasher { bytes in
    [0xCBF2_9CE4_8422_2325, 0x1234_5678_9ABC_DEF1].flatMap { (seed: UInt64) -> [UInt8] in
        let hash = bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
    }
}

/// A photo whose content is told by `content`; square unless a height is given.
func photo(_ content: UInt8 = 1, width: UInt32 = 640, height: UInt32? = nil) -> Glimp_V1_UploadedPhoto {
    .with {
        $0.media = MediaID(rawValue: uuid(0x900 + UInt64(content))).description
        $0.sha256 = Data(repeating: content, count: 32)
        $0.mime = "image/jpeg"
        $0.width = width
        $0.height = height ?? width
        $0.bytes = 70_000
    }
}

extension UploadedPhoto {
    init?(_ wire: Glimp_V1_UploadedPhoto, by uploader: UserID = ada) { self.init(wire, of: uploader, hasher) }
}

func contentHash(_ content: UInt8, by uploader: UserID) -> KeyedHash<SentContent> {
    hasher.hash(SentContent(uploader: uploader, sha256: Array(repeating: content, count: 32)))
}

func emailHash(_ address: String) throws -> KeyedHash<EmailAddress> {
    hasher.hash(try require(EmailAddress(address)))
}

struct Missing: Error {}

func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
}

// What happened, in short.

func registered(_ user: UserID, _ name: String? = nil, email: String? = nil) throws -> DomainEvent {
    let name = name ?? [ada: "ada", ben: "ben", cleo: "cleo"][user] ?? "somebody"
    return .accountRegistered(
        AccountRegistered(
            user: user,
            username: name,
            usernameHash: hasher.hash(try require(Username(name))),
            email: try email.map { .init(address: $0, hash: try emailHash($0)) },
            displayName: nil
        )
    )
}

func invited(_ inviter: UserID, _ invited: UserID) -> DomainEvent {
    .friendInvited(FriendInvited(inviter: inviter, invited: invited))
}

func friends(_ inviter: UserID, _ accepter: UserID) -> DomainEvent {
    .friendAccepted(FriendAccepted(inviter: inviter, accepter: accepter))
}

func declined(_ inviter: UserID, by decliner: UserID) -> DomainEvent {
    .friendDeclined(FriendDeclined(inviter: inviter, decliner: decliner))
}

func invitationCancelled(_ inviter: UserID, _ invited: UserID) -> DomainEvent {
    .invitationCancelled(InvitationCancelled(inviter: inviter, invited: invited))
}

func removed(_ remover: UserID, _ removed: UserID) -> DomainEvent {
    .friendRemoved(FriendRemoved(remover: remover, removed: removed))
}

func blocked(_ blocker: UserID, _ blocked: UserID) -> DomainEvent {
    .userBlocked(UserBlocked(blocker: blocker, blocked: blocked))
}

func unblocked(_ blocker: UserID, _ blocked: UserID) -> DomainEvent {
    .userUnblocked(UserUnblocked(blocker: blocker, blocked: blocked))
}

func requested(
    _ asker: UserID, _ answerer: UserID, _ request: GlimpRequestID = glimp, until expiresAt: Timestamp = at(3600)
) -> DomainEvent {
    .glimpRequested(GlimpRequested(request: request, asker: asker, answerer: answerer, expiresAt: expiresAt))
}

func answered(
    _ asker: UserID, _ answerer: UserID, _ request: GlimpRequestID = glimp, content: UInt8 = 1
) throws -> DomainEvent {
    .glimpAnswered(
        GlimpAnswered(
            request: request,
            asker: asker,
            answerer: answerer,
            photo: try require(UploadedPhoto(photo(content))).photo,
            contentHash: contentHash(content, by: answerer)
        )
    )
}

func glimpDeclined(_ asker: UserID, _ answerer: UserID, _ request: GlimpRequestID = glimp) -> DomainEvent {
    .glimpDeclined(GlimpDeclined(request: request, asker: asker, answerer: answerer))
}

func glimpCancelled(_ asker: UserID, _ answerer: UserID, _ request: GlimpRequestID = glimp) -> DomainEvent {
    .glimpRequestCancelled(GlimpRequestCancelled(request: request, asker: asker, answerer: answerer))
}

func expired(
    _ asker: UserID, _ answerer: UserID, _ request: GlimpRequestID = glimp, at expiresAt: Timestamp = at(3600)
) -> DomainEvent {
    .glimpExpired(GlimpExpired(request: request, asker: asker, answerer: answerer, expiresAt: expiresAt))
}

func hidden(
    _ asker: UserID, _ answerer: UserID, by user: UserID, _ request: GlimpRequestID = glimp
) -> DomainEvent {
    .glimpHidden(GlimpHidden(request: request, asker: asker, answerer: answerer, hiddenBy: user))
}

func read(_ user: UserID, through position: UInt64) -> DomainEvent {
    .notificationsRead(NotificationsRead(user: user, position: Position(position)))
}

/// The log's tag, where the one of the testing library is in sight too.
typealias LogTag = Tag
