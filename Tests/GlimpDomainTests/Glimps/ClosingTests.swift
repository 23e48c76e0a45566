import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct ClosingTests {
    private func decline(_ history: Given, by user: UserID = ben, at now: Timestamp = at(0)) throws -> Ruling {
        try history.when(DeclineGlimp.self, by: user, at: now) { $0.request = glimp.description }
    }

    private func cancel(_ history: Given, by user: UserID = ada, at now: Timestamp = at(0)) throws -> Ruling {
        try history.when(CancelGlimpRequest.self, by: user, at: now) { $0.request = glimp.description }
    }

    private func hide(_ history: Given, by user: UserID) throws -> Ruling {
        try history.when(HideGlimp.self, by: user) { $0.glimp = glimp.description }
    }

    private func expire(_ history: Given, at now: Timestamp) throws -> Ruling {
        try history.when(ExpireGlimpRequest(request: glimp, expiresAt: at(3600)), at: now)
    }

    @Test func theAnswererDeclines() throws {
        #expect(try decline(given(requested(ada, ben))) == .accepted([glimpDeclined(ada, ben)]))
        #expect(try decline(given()).code == "request_not_found")
        #expect(try decline(given(requested(ada, ben)), by: cleo).code == "request_not_found")
        #expect(try decline(given(requested(ada, ben)), by: ada).code == "not_yours")
    }

    @Test func theAskerCancels() throws {
        #expect(try cancel(given(requested(ada, ben))) == .accepted([glimpCancelled(ada, ben)]))
        #expect(try cancel(given()).code == "request_not_found")
        #expect(try cancel(given(requested(ada, ben)), by: cleo).code == "request_not_found")
        #expect(try cancel(given(requested(ada, ben)), by: ben).code == "not_yours")
    }

    @Test func onlyAnOpenRequestIsClosed() throws {
        let answer = try given(requested(ada, ben), answered(ada, ben))
        #expect(try decline(answer).code == "already_answered")
        #expect(try cancel(answer).code == "already_answered")
        for closed in [glimpDeclined(ada, ben), glimpCancelled(ada, ben)] {
            #expect(try decline(given(requested(ada, ben), closed)).code == "request_closed")
            #expect(try cancel(given(requested(ada, ben), closed)).code == "request_closed")
        }
        #expect(try decline(given(requested(ada, ben)), at: at(3600)).code == "request_expired")
        #expect(try cancel(given(requested(ada, ben), expired(ada, ben))).code == "request_expired")
    }

    @Test func fieldsAreWithinTheirBounds() throws {
        #expect(try given().when(DeclineGlimp.self, by: ben).code == "invalid_request")
        #expect(try given().when(CancelGlimpRequest.self, by: ben).code == "invalid_request")
        #expect(try given().when(HideGlimp.self, by: ben).code == "invalid_glimp")
    }

    @Test func eitherOneHidesAGlimpForThemselves() throws {
        let history = try given(requested(ada, ben), answered(ada, ben), elsewhere: [glimpDeclined(ada, ben)])
        #expect(try hide(history, by: ada) == .accepted([hidden(ada, ben, by: ada)]))
        #expect(try hide(history, by: ben) == .accepted([hidden(ada, ben, by: ben)]))
        let again = try given(requested(ada, ben), answered(ada, ben), hidden(ada, ben, by: ada))
        #expect(try hide(again, by: ada) == .nothingHappened)
        #expect(try hide(again, by: ben) == .accepted([hidden(ada, ben, by: ben)]))
    }

    @Test func whatIsNoGlimpOfMineIsNotHidden() throws {
        #expect(try hide(given(), by: ada).code == "glimp_not_found")
        #expect(try hide(given(requested(ada, ben)), by: ada).code == "glimp_not_found")
        #expect(try hide(given(requested(ada, ben), answered(ada, ben)), by: cleo).code == "glimp_not_found")
    }

    @Test func aDueRequestExpiresAtItsOwnMoment() throws {
        let open = given(requested(ada, ben))
        #expect(try expire(open, at: at(3600)) == .accepted([expired(ada, ben)]))
        #expect(try expire(open, at: at(9000)) == .accepted([expired(ada, ben)]))
        #expect(try expire(open, at: at(3599)).code == "request_not_due")
    }

    @Test func aClosedRequestDoesNotExpire() throws {
        #expect(try expire(given(), at: at(9000)) == .nothingHappened)
        for closed in [try answered(ada, ben), glimpDeclined(ada, ben), glimpCancelled(ada, ben), expired(ada, ben)] {
            #expect(try expire(given(requested(ada, ben), closed), at: at(9000)) == .nothingHappened)
        }
    }

    @Test func theExpirysCommandIDIsTheRequests() throws {
        let command = ExpireGlimpRequest(request: glimp, expiresAt: at(3600))
        #expect(command.commandID.rawValue == glimp.rawValue)
        #expect(try command.digestInput() == ExpireGlimpRequest(request: glimp, expiresAt: at(3600)).digestInput())
        #expect(try command.digestInput() != ExpireGlimpRequest(request: glimp, expiresAt: at(3601)).digestInput())
    }
}
