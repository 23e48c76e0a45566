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
            .profilePictureChanged(ProfilePictureChanged(user: ada, photo: try require(UploadedPhoto(photo())).photo)),
            .notificationPreferencesSet(NotificationPreferencesSet(user: ada, pushed: [.photoLiked, .friendInvited])),
            .accountErased(AccountErased(user: ada, emailHash: nil)),
            invited(ada, ben), friends(ada, ben), declined(ada, by: ben), invitationCancelled(ada, ben),
            removed(ada, ben), blocked(ada, ben), unblocked(ada, ben),
            requested(ada, ben), try answered(ada, ben), glimpDeclined(ada, ben), glimpCancelled(ada, ben),
            expired(ada, ben), hidden(ada, ben, by: ada),
            feedsDefined(memes, feed(1, "Cats")), posted(ben), viewed(ben, by: ada, in: session), fetched(by: ada),
            snapDeleted(ben), try published(ada), edited(ada, try described()), try unpublished(ada),
            liked(ada, by: ben),
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
            #expect(
                try DomainEvent(id: uuid(1), type: stored.type, schemaVersion: 1, payload: stored.payload[...])
                    .cleared() == event)
            #expect(Set(stored.tags).count == stored.tags.count)
        }
    }

    @Test func tagsSayWhomAndWhatAnEventIsAbout() throws {
        let pair = Pair(ada, ben).tag
        let upload = try require(UploadedPhoto(photo())).photo.media.tag
        let like = LogTag("like:\(picture):\(ben)")
        let expected: [String: Set<LogTag>] = [
            "AccountRegistered": [
                ada.tag, try hasher.hash(require(Username("ada"))).tag, try emailHash("ada@example.org").tag,
            ],
            "EmailChanged": [ada.tag, try emailHash("a@example.org").tag, try emailHash("ada@example.org").tag],
            "GlimpAnswered": [glimp.tag, pair, ada.tag, ben.tag, contentHash(1, by: ben).tag],
            "GlimpHidden": [glimp.tag, ada.tag],
            "FeedsDefined": [memes.feed.tag, feed(1, "").feed.tag],
            "SnapPosted": [snap.tag, memes.feed.tag, ben.tag], "SnapDeleted": [snap.tag, memes.feed.tag, ben.tag],
            "SnapViewed": [snap.tag, ada.tag, LogTag("view:\(snap):\(ada)")],
            "SnapFetched": [snap.tag, ada.tag, LogTag("view:\(snap):\(ada)")],
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
        #expect(throws: EventDecodingError.unknownType("SnapStolen")) {
            try DomainEvent(id: uuid(1), type: "SnapStolen", schemaVersion: 1, payload: [])
        }
        #expect(throws: EventDecodingError.newerSchema("GlimpRequested", 2)) {
            try DomainEvent(id: uuid(1), type: stored.type, schemaVersion: 2, payload: stored.payload[...])
        }
        for payload in [[], [0xFF], Array(stored.payload.dropLast())] as [[UInt8]] {
            let error = #expect(throws: EventDecodingError.self) {
                try DomainEvent(id: uuid(1), type: stored.type, schemaVersion: 1, payload: payload[...])
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
            try DomainEvent(id: uuid(1), type: "UserBlocked", schemaVersion: 1, payload: wrongID[...])
        }
    }

    @Test func payloadsArePrintedAsJSON() throws {
        let stored = try requested(ada, ben, until: Timestamp(microseconds: 1_500_000)).event(id: uuid(1))
        #expect(
            try require(EventKind.of(stored.type)).json(stored.payload[...], testOpener)
                == """
                {"request":"\(glimp)","asker":"\(ada)","answerer":"\(ben)","expiresAt":"1970-01-01T00:00:01.500Z"}
                """
        )
        let renamed = try albumRenamed(ada, "Autumn").event(id: uuid(1))
        let kind = try require(EventKind.of(renamed.type))
        #expect(
            try kind.json(renamed.payload[...], testOpener)
                == #"{"album":"\#(album)","owner":"\#(ada)","details":{"title":"Autumn"}}"#)
        #expect(
            try kind.json(renamed.payload[...], erasedOpener)
                == #"{"album":"\#(album)","owner":"\#(ada)","details":"erased"}"#)
        #expect(EventKind.of("SnapStolen")?.type == nil)
        #expect(throws: EventDecodingError.self) { try require(EventKind.of(stored.type)).json([0xFF], testOpener) }
    }

    @Test func detailsOpenOnlyInTheirEventAsWhatTheyAre() throws {
        let stored = try albumRenamed(ada, "Autumn").event(id: uuid(1))
        // An event of another id does not take them.
        #expect(
            throws: EventDecodingError.malformed(
                "AlbumRenamed", reason: "the field details does not hold what it is for")
        ) { try DomainEvent(id: uuid(2), type: stored.type, schemaVersion: 1, payload: stored.payload[...]) }
        let event = try DomainEvent(id: uuid(1), type: stored.type, schemaVersion: 1, payload: stored.payload[...])
        guard case .albumRenamed(let renamed) = event else { throw Missing() }
        let bytes = try renamed.sealedDetails().bytes
        #expect(bytes.starts(with: uuid(1).bytes))
        let sealed = try require(SealedDetails<AlbumDetails>(bytes))
        #expect(try sealed.opened(of: ada, by: testOpener) == AlbumDetails(title: "Autumn"))
        #expect(throws: Missing.self) { try sealed.opened(of: ben, by: testOpener) }
        let other = try require(SealedDetails<CommentDetails>(bytes))
        #expect(throws: Missing.self) { try other.opened(of: ada, by: testOpener) }
        let moved = try require(SealedDetails<AlbumDetails>(uuid(3).bytes + bytes.dropFirst(16)))
        #expect(throws: Missing.self) { try moved.opened(of: ada, by: testOpener) }
        #expect(try sealed.opened(of: ada, by: erasedOpener) == nil)
        #expect(SealedDetails<AlbumDetails>(uuid(1).bytes) == nil)
    }

    @Test func noDetailsStandInClear() throws {
        for event in try everyKind() {
            guard let body = event.body as? any PersonalEventBody else { continue }
            let stored = try event.event(id: uuid(1), sealing: DetailsSeal { _, _, _ in [1, 2, 3] })
            func holds<Body: PersonalEventBody>(_ body: Body) throws -> Bool {
                let wire = try Body.Wire(serializedBytes: stored.payload)
                return Array(wire.details) == uuid(1).bytes + [1, 2, 3]
            }
            #expect(try holds(body))
            #expect(!stored.payload.contains(sequence: Array("ada@example.org".utf8)))
        }
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

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: sequence) }
    }
}
