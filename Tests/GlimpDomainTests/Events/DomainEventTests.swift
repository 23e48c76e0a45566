import EventLog
import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct DomainEventTests {
    private func everyKind() throws -> [DomainEvent] {
        [
            try registered(ada, email: "ada@example.org"),
            .emailChanged(
                EmailChanged(
                    user: ada, email: "a@example.org", emailHash: try emailHash("a@example.org"),
                    previousEmailHash: try emailHash("ada@example.org")
                )
            ),
            .displayNameChanged(DisplayNameChanged(user: ada, displayName: "Ada")),
            .profilePictureChanged(ProfilePictureChanged(user: ada, photo: try require(Photo(photo())))),
            .notificationPreferencesSet(NotificationPreferencesSet(user: ada, pushed: [.photoLiked, .friendInvited])),
            invited(ada, ben), friends(ada, ben), declined(ada, by: ben), invitationCancelled(ada, ben),
            removed(ada, ben), blocked(ada, ben), unblocked(ada, ben),
            requested(ada, ben), try answered(ada, ben), glimpDeclined(ada, ben), glimpCancelled(ada, ben),
            expired(ada, ben), hidden(ada, ben, by: ada),
            try published(ada), edited(ada, try described()), try unpublished(ada), liked(ada, by: ben),
            unliked(ada, by: ben), commented(ada, by: ben), commentDeleted(ada, ben, by: ada),
            albumCreated(ada), albumRenamed(ada, "Autumn"), added(ada), takenOut(ada), reordered(ada, picture),
            coverSet(ada), albumDeleted(ada), read(ada, through: 7),
        ]
    }

    @Test func everyKindIsRegistered() throws {
        #expect(try everyKind().map(\.type) == EventKind.all.map(\.type))
    }

    @Test func everyKindIsReadBack() throws {
        for event in try everyKind() {
            let stored = try event.event(id: uuid(1))
            #expect(stored.type == event.type)
            #expect(try DomainEvent(type: stored.type, schemaVersion: 1, payload: stored.payload[...]) == event)
            #expect(Set(stored.tags).count == stored.tags.count)
        }
    }

    @Test func tagsSayWhomAndWhatAnEventIsAbout() throws {
        let pair = Pair(ada, ben).tag
        let upload = try require(Photo(photo())).media.tag
        let like = LogTag("like:\(picture):\(ben)")
        let expected: [String: Set<LogTag>] = [
            "AccountRegistered": [
                ada.tag, try hasher.hash(require(Username("ada"))).tag, try emailHash("ada@example.org").tag,
            ],
            "EmailChanged": [ada.tag, try emailHash("a@example.org").tag, try emailHash("ada@example.org").tag],
            "GlimpAnswered": [glimp.tag, pair, ada.tag, ben.tag, contentHash(1, by: ben).tag],
            "GlimpHidden": [glimp.tag, ada.tag],
            "PhotoPublished": [picture.tag, ada.tag, upload], "PhotoEdited": [picture.tag, ada.tag],
            "PhotoUnpublished": [picture.tag, ada.tag, upload],
            "PhotoLiked": [picture.tag, ben.tag, like], "PhotoUnliked": [picture.tag, ben.tag, like],
            "CommentAdded": [comment.tag, picture.tag, ben.tag], "CommentDeleted": [comment.tag, picture.tag, ben.tag],
            "AlbumCreated": [album.tag, ada.tag], "AlbumRenamed": [album.tag, ada.tag],
            "PhotoAddedToAlbum": [album.tag, ada.tag, picture.tag],
            "PhotoRemovedFromAlbum": [album.tag, ada.tag, picture.tag], "AlbumReordered": [album.tag, ada.tag],
            "AlbumCoverSet": [album.tag, ada.tag, picture.tag], "AlbumDeleted": [album.tag, ada.tag],
        ]
        for event in try everyKind() {
            let tags = Set(event.body.tags)
            if let expected = expected[event.type.rawValue] {
                #expect(tags == expected)
            } else if event.type.rawValue.hasPrefix("Glimp") {
                #expect(tags == [glimp.tag, pair, ada.tag, ben.tag])
            } else if event.type.rawValue.hasPrefix("User") || tags.contains(ben.tag) {
                #expect(tags == [pair, ada.tag, ben.tag])
            } else {
                #expect(tags == [ada.tag])
            }
        }
    }

    @Test func whatCannotBeReadIsSaid() throws {
        let stored = try requested(ada, ben).event(id: uuid(1))
        #expect(throws: EventDecodingError.unknownType("SnapPosted")) {
            try DomainEvent(type: "SnapPosted", schemaVersion: 1, payload: [])
        }
        #expect(throws: EventDecodingError.newerSchema("GlimpRequested", 2)) {
            try DomainEvent(type: stored.type, schemaVersion: 2, payload: stored.payload[...])
        }
        for payload in [[], [0xFF], Array(stored.payload.dropLast())] as [[UInt8]] {
            let error = #expect(throws: EventDecodingError.self) {
                try DomainEvent(type: stored.type, schemaVersion: 1, payload: payload[...])
            }
            guard case .malformed("GlimpRequested", _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        let wrongID: [UInt8] = try Glimp_V1_UserBlocked.with { $0.blocker = ada.description }.serializedBytes()
        #expect(
            throws: EventDecodingError.malformed(
                "UserBlocked", reason: "the field blocked does not hold what it is for"
            )
        ) {
            try DomainEvent(type: "UserBlocked", schemaVersion: 1, payload: wrongID[...])
        }
    }

    @Test func payloadsArePrintedAsJSON() throws {
        let stored = try requested(ada, ben, until: Timestamp(microseconds: 1_500_000)).event(id: uuid(1))
        #expect(
            try require(EventKind.of(stored.type)).json(stored.payload[...])
                == """
                {"request":"\(glimp)","asker":"\(ada)","answerer":"\(ben)","expiresAt":"1970-01-01T00:00:01.500Z"}
                """
        )
        #expect(EventKind.of("SnapPosted")?.type == nil)
        #expect(throws: EventDecodingError.self) { try require(EventKind.of(stored.type)).json([0xFF]) }
    }

    /// Law: a moment survives its message, before 1970 too.
    @Test(arguments: [0, 1, -1, 999_999, -999_999, 1_800_000_000_123_456, -1_800_000_000_123_456] as [Int64])
    func momentsAreExact(microseconds: Int64) throws {
        let time = Timestamp(microseconds: microseconds)
        #expect(try Timestamp(stored: time.wire, "t") == time)
    }

    @Test func aMomentOutOfBoundsIsMalformed() {
        for wire in [
            Google_Protobuf_Timestamp(seconds: .max), .init(seconds: .min), .init(seconds: 0, nanos: -1),
            .init(seconds: 0, nanos: 1_000_000_000),
        ] {
            #expect(throws: MalformedField(name: "t")) { try Timestamp(stored: wire, "t") }
        }
    }
}
