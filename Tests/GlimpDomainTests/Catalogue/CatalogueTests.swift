import EventLog
import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf
import Synchronization
import Testing

@testable import GlimpDomain

@Suite struct CatalogueTests {
    private func receive(_ name: String, _ json: String) throws -> ReceivedCommand {
        try CommandCatalogue.receive(name, json: Array(json.utf8))
    }

    /// Decides what was received against these events.
    private func decide(
        _ received: ReceivedCommand, by actor: Actor?, given events: [DomainEvent] = [], id: CommandID? = nil
    ) async throws -> (context: CommandContext, decision: Decision) {
        let ids = CountingIDs()
        let prepared = try received.prepare(
            by: actor, id: id, bodyDigest: [1, 2, 3], hasher: hasher, makeID: { ids.next() },
            lookUp: { $0 == "ben" ? ben : nil }, head: { Position(7) }, seal: { _ in testSeal }
        )
        let store = GivenStore(events: try events.enumerated().map { try $1.event(id: uuid(UInt64($0))) }, now: at(0))
        _ = try await prepared.execute(on: store)
        return (prepared.context, try require(store.decision.withLock { $0 }))
    }

    @Test func everyCommandHasItsName() {
        #expect(
            CommandCatalogue.names == [
                "RegisterAccount", "ChangeEmail", "ChangeDisplayName", "ChangeProfilePicture",
                "SetNotificationPreferences", "EraseAccount", "InviteFriend", "AcceptFriend", "DeclineFriend",
                "CancelInvitation",
                "RemoveFriend", "BlockUser", "UnblockUser", "RequestGlimp", "AnswerGlimp", "DeclineGlimp",
                "CancelGlimpRequest", "HideGlimp", "DefineFeeds", "PostSnap", "OpenSnap", "DeleteSnap", "PublishPhoto",
                "EditPhoto", "UnpublishPhoto", "CreateAlbum",
                "RenameAlbum", "AddToAlbum", "RemoveFromAlbum", "ReorderAlbum", "SetAlbumCover", "DeleteAlbum",
                "LikePhoto", "UnlikePhoto", "CommentOnPhoto", "DeleteComment", "MarkNotificationsRead",
            ]
        )
    }

    @Test func aMessageIsReadStrictly() {
        let bodies = [
            ("InviteFriend", #"{"friend":"ben","colour":"red"}"#), ("InviteFriend", #"{"friend":7}"#),
            ("InviteFriend", #"{"friend":"ben"} x"#), ("InviteFriend", ""), ("InviteFriend", "[]"),
            ("RequestGlimp", #"{"friends":"ben"}"#), ("RequestGlimp", #"{"answerWithin":"soon"}"#),
            ("SetNotificationPreferences", #"{"pushed":["NOTIFICATION_KIND_ALL"]}"#),
            ("AnswerGlimp", #"{"photo":{"widht":7}}"#), ("AnswerGlimp", #"{"photo":{"width":-7}}"#),
        ]
        for (name, body) in bodies {
            let error = #expect(throws: CommandInputError.self) { try receive(name, body) }
            guard case .malformed(name, _) = error else {
                Issue.record("\(body): \(String(describing: error))")
                continue
            }
        }
        for name in ["ExpireGlimpRequest", "", "inviteFriend"] {
            #expect(throws: CommandInputError.unknownCommand(name)) { try receive(name, "{}") }
        }
    }

    @Test func aBinaryMessageIsReadAsStrictly() throws {
        let wire = Glimp_V1_AnswerGlimp.with {
            $0.request = glimp.description
            $0.photo = photo()
        }
        let bytes: [UInt8] = try wire.serializedBytes()
        let received = try CommandCatalogue.receive("AnswerGlimp", binary: bytes)
        #expect(try received.digestInput == receive("AnswerGlimp", wire.jsonString()).digestInput)
        // Field 99, a number: in the message, and inside its photo.
        let unknown: [UInt8] = [0x98, 0x06, 0x01]
        #expect(throws: CommandInputError.self) { try CommandCatalogue.receive("AnswerGlimp", binary: bytes + unknown) }
        let inner: [UInt8] = [0x12, 0x03] + unknown
        #expect(throws: CommandInputError.self) { try CommandCatalogue.receive("AnswerGlimp", binary: inner) }
        #expect(throws: CommandInputError.self) { try CommandCatalogue.receive("AnswerGlimp", binary: [0x12]) }
    }

    @Test func theDigestIsOfTheMessageAsSent() throws {
        let one = try receive("RequestGlimp", #"{"friends":["ben","cleo"],"answerWithin":"900s"}"#)
        let same = try receive("RequestGlimp", #" { "answer_within": "900s", "friends": ["ben", "cleo"] }"#)
        #expect(one.digestInput == same.digestInput)
        #expect(one.digestInput.starts(with: Array("RequestGlimp".utf8) + [0]))
        #expect(
            try one.digestInput
                != receive("RequestGlimp", #"{"friends":["cleo","ben"],"answerWithin":"900s"}"#).digestInput)
        #expect(
            try receive("AcceptFriend", #"{"inviter":"b"}"#).digestInput
                != receive("DeclineFriend", #"{"inviter":"b"}"#).digestInput)
    }

    @Test func thePeopleOfAMessageAreTold() throws {
        #expect(
            try receive("RequestGlimp", #"{"friends":["ben","\#(ada)","ben",""]}"#).mentionedPeople == [
                "ben", ada.description,
            ])
        #expect(try receive("RemoveFriend", #"{"friend":"ben"}"#).mentionedPeople == ["ben"])
        #expect(try receive("DeclineGlimp", #"{"request":"\#(glimp)"}"#).mentionedPeople == [])
    }

    @Test func noNameIsLookedUpWhenThereAreTooMany() throws {
        let names = (0..<501).map { "\"friend\($0)\"" }.joined(separator: ",")
        #expect(try receive("RequestGlimp", "{\"friends\":[\(names)]}").mentionedPeople == [])
    }

    @Test func strangersShareNoReceipts() async throws {
        let id = CommandID(rawValue: uuid(5))
        #expect(try await decide(receive("RegisterAccount", "{}"), by: nil, id: id).context.id == nil)
        let registration = try receive("RegisterAccount", #"{"username":"Dora"}"#)
        #expect(try await decide(registration, by: nil, id: id).context.id == id.rawValue)
    }

    @Test func aCommandIsDecidedWithItsContext() async throws {
        let received = try receive("RequestGlimp", #"{"friends":["ben"]}"#)
        let id = CommandID(rawValue: uuid(5))
        let (context, decision) = try await decide(
            received, by: .user(ada), given: [registered(ada), friends(ada, ben)], id: id
        )
        #expect(context == CommandContext(actor: Actor.user(ada).rawValue, id: id.rawValue, bodyDigest: [1, 2, 3]))
        // The first made id is the event's, the next the request's.
        let request = GlimpRequestID(rawValue: uuid(0xF01))
        #expect(decision == .accepted([try requested(ada, ben, request).event(id: uuid(0xF00))]))
    }

    @Test func aRegistrationActsUnderItsUsername() async throws {
        let received = try receive("RegisterAccount", #"{"username":"Dora"}"#)
        for actor in [nil, .operator, .user(ada)] as [Actor?] {
            let (context, decision) = try await decide(received, by: actor)
            #expect(try context.actor == hasher.hash(require(Username("dora"))).tag.rawValue)
            guard case .accepted(let events) = decision else {
                Issue.record("refused")
                return
            }
            #expect(events.count == 1)
        }
    }

    @Test func aRegistrationThatIsRefusedForAFieldActsUnderItsUsernameToo() async throws {
        let id = CommandID(rawValue: uuid(5))
        let received = try receive("RegisterAccount", #"{"username":"Dora","email":"nowhere"}"#)
        for actor in [nil, .operator, .user(ada)] as [Actor?] {
            let (context, decision) = try await decide(received, by: actor, id: id)
            #expect(try context.actor == hasher.hash(require(Username("dora"))).tag.rawValue)
            #expect(context.id == id.rawValue)
            guard case .refused(let refusal) = decision else {
                Issue.record("accepted")
                return
            }
            #expect(refusal.code == "invalid_email")
        }
    }

    @Test func aStrangerKeepsOutcomesUnderANameThatCanBeSomebodys() throws {
        let id = CommandID(rawValue: uuid(5))
        let received = try receive("InviteFriend", #"{"friend":"ben"}"#)
        func context(_ name: String) -> CommandContext {
            received.prepareForNobody(named: name, id: id, bodyDigest: [], hasher: hasher, eventID: uuid(1)).context
        }
        #expect(context("Dora").id == id.rawValue && context("Dora").actor == context("dora").actor)
        #expect(context("no name").id == nil)
    }

    @Test func onlyAPersonDoesWhatPeopleDo() async throws {
        // These an operator may send too, or alone.
        let others = ["RegisterAccount", "EraseAccount", "DefineFeeds", "DeleteSnap"]
        for name in CommandCatalogue.names where !others.contains(name) {
            for actor in [nil, .operator, .system("expiry")] as [Actor?] {
                let (context, decision) = try await decide(receive(name, "{}"), by: actor)
                guard case .refused(let refusal) = decision else {
                    Issue.record("\(name) was accepted")
                    return
                }
                #expect(refusal.code == "actor_required")
                #expect(context.actor == (actor ?? .system("nobody")).rawValue)
            }
        }
    }

    @Test func aFieldOutOfBoundsIsARefusalWithAnOutcome() async throws {
        let (_, decision) = try await decide(receive("DeclineGlimp", #"{"request":"7"}"#), by: .user(ada))
        guard case .refused(let refusal) = decision else {
            Issue.record("accepted")
            return
        }
        #expect(refusal.code == "invalid_request")
    }

    @Test func whatTheLookUpThrowsIsPassedOn() throws {
        let received = try receive("RemoveFriend", #"{"friend":"ben"}"#)
        #expect(throws: Missing.self) {
            try received.prepare(
                by: .user(ada), id: nil, bodyDigest: [], hasher: hasher, makeID: { uuid(1) },
                lookUp: { _ in throw Missing() }, head: { .beginning }, seal: { _ in testSeal }
            )
        }
    }
}
