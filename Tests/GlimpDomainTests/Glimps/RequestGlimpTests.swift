import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct RequestGlimpTests {
    private func request(
        _ history: Given, _ friends: [String] = ["ben"], seconds: Int64? = nil, ids: [String] = [glimp.description],
        at now: Timestamp = at(0)
    ) throws -> Ruling {
        try history.when(RequestGlimp.self, by: ada, at: now) {
            $0.friends = friends
            $0.requests = ids
            if let seconds { $0.answerWithin = Google_Protobuf_Duration(seconds: seconds) }
        }
    }

    private func history(_ events: DomainEvent..., elsewhere: [DomainEvent] = []) throws -> Given {
        Given(events: try [registered(ada), friends(ben, ada)] + events, elsewhere: elsewhere)
    }

    @Test func aFriendIsAsked() throws {
        #expect(try request(history()) == .accepted([requested(ada, ben, until: at(3600))]))
    }

    @Test func severalFriendsAreAskedAtOnceWithOneMoment() throws {
        let ruling = try request(
            history(friends(ada, cleo)), ["cleo", ben.description], seconds: 900,
            ids: [glimp.description, otherGlimp.description], at: at(7)
        )
        #expect(
            ruling
                == .accepted([
                    requested(ada, cleo, glimp, until: at(907)), requested(ada, ben, otherGlimp, until: at(907)),
                ])
        )
    }

    @Test func missingIDsAreMade() throws {
        let made = GlimpRequestID(rawValue: uuid(0xF00))
        #expect(try request(history(), ids: []) == .accepted([requested(ada, ben, made)]))
    }

    @Test func whoDoesNotExistAsksNobody() throws {
        #expect(try request(given(friends(ada, ben))).code == "user_not_found")
    }

    @Test func everyOneWhoIsNoFriendIsNamed() throws {
        let ids = (0..<4).map { GlimpRequestID(rawValue: uuid($0)).description }
        let ruling = try request(history(), [cleo.description, "ben", "zoe", "ada"], ids: ids)
        #expect(ruling.code == "not_friends")
        #expect(ruling.subjects == [cleo.description, "friends[2]", "friends[3]"])
        #expect(try request(history(removed(ben, ada))).code == "not_friends")
        #expect(try request(given(registered(ada), elsewhere: [invited(ben, ada)])).code == "not_friends")
    }

    @Test func aFriendIsAskedOnceAtATime() throws {
        let open = try history(requested(ada, ben, otherGlimp))
        let ruling = try request(open)
        #expect(ruling.code == "request_already_open")
        #expect(ruling.subjects == [ben.description])
        #expect(
            try request(open, at: Timestamp(microseconds: at(3600).microseconds - 1)).code == "request_already_open")
    }

    @Test func aRequestWhoseTimeIsOverIsNotOpen() throws {
        // Whether its expiry was written or not.
        #expect(try request(history(requested(ada, ben, otherGlimp)), at: at(3600)).code == nil)
        let written = try history(requested(ada, ben, otherGlimp), expired(ada, ben, otherGlimp))
        #expect(try request(written, at: at(3600)).code == nil)
    }

    @Test(arguments: 0..<3)
    func aClosedRequestIsNotOpen(closing: Int) throws {
        let closings = try [
            answered(ada, ben, otherGlimp), glimpDeclined(ada, ben, otherGlimp), glimpCancelled(ada, ben, otherGlimp),
        ]
        #expect(try request(history(requested(ada, ben, otherGlimp), closings[closing])).code == nil)
    }

    @Test func theOtherWayAndOtherFriendsDoNotMatter() throws {
        #expect(try request(history(requested(ben, ada, otherGlimp))).code == nil)
        #expect(try request(history(elsewhere: [requested(ada, cleo, otherGlimp), friends(ben, cleo)])).code == nil)
    }

    @Test func anIDIsUsedOnceWhoeverUsedIt() throws {
        let ruling = try request(history(requested(cleo, ben)))
        #expect(ruling.code == "id_in_use")
        #expect(ruling.subjects == [glimp.description])
        #expect(try request(history(requested(ada, ben)), at: at(9000)).code == "id_in_use")
    }

    @Test func theNumberOfFriendsIsBounded() throws {
        let many = (0..<501).map { UserID(rawValue: uuid(0x5000 + UInt64($0))) }
        #expect(try request(history(), [], ids: []).code == "invalid_friends")
        #expect(try request(history(), many.map(\.description), ids: []).code == "invalid_friends")
        let events = try [registered(ada)] + many.prefix(500).map { friends($0, ada) }
        let ruling = try request(Given(events: events, elsewhere: []), many.prefix(500).map(\.description), ids: [])
        guard case .accepted(let requests) = ruling else {
            Issue.record("refused")
            return
        }
        #expect(requests.count == 500)
    }

    @Test func aFriendIsNamedOnce() throws {
        #expect(try request(history(), ["ben", ben.description], ids: []).code == "invalid_friends")
        #expect(try request(history(), ["ben", ""], ids: []).code == "invalid_friends")
    }

    @Test func theIDsFitTheFriends() throws {
        let two = [glimp.description, otherGlimp.description]
        #expect(try request(history(), ids: two).code == "invalid_requests")
        #expect(try request(history(), ["ben", "cleo"], ids: [two[0], two[0]]).code == "invalid_requests")
        #expect(try request(history(), ids: ["7"]).code == "invalid_requests")
    }

    @Test func theTimeToAnswerIsBounded() throws {
        for seconds in [Int64.min, -1, 0, 59, 7 * 86_400 + 1, .max] {
            #expect(try request(history(), seconds: seconds).code == "invalid_answer_within")
        }
        for seconds in [60, 7 * 86_400] as [Int64] {
            #expect(
                try request(history(), seconds: seconds) == .accepted([requested(ada, ben, until: at(seconds))])
            )
        }
    }

    @Test func theMomentIsExact() throws {
        let ruling = try history().when(RequestGlimp.self, by: ada) {
            $0.friends = ["ben"]
            $0.requests = [glimp.description]
            $0.answerWithin = Google_Protobuf_Duration(seconds: 60, nanos: 500_000)
        }
        let moment = Timestamp(microseconds: at(60).microseconds + 500)
        #expect(ruling == .accepted([requested(ada, ben, until: moment)]))
    }
}
