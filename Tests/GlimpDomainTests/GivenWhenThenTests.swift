import EventLog
import GlimpSchemas
import SwiftProtobuf
import EventLogTesting
import Testing

@testable import GlimpDomain

@Suite struct GivenWhenThenTests {
    private let command = ExpireGlimpRequest(request: glimp, expiresAt: at(3600))

    @Test func aGivenEventOutsideTheBoundaryFails() throws {
        #expect(throws: WrongBoundary.self) { try given(requested(ada, ben, otherGlimp)).when(command) }
        let event = try friends(ada, ben).event(id: uuid(0xD01))
        #expect(throws: WrongBoundary.misses(event)) { try given(requested(ada, ben), friends(ada, ben)).when(command) }
    }

    @Test func anEventElsewhereInsideTheBoundaryFails() throws {
        let event = try requested(ada, ben).event(id: uuid(0xD00))
        #expect(throws: WrongBoundary.reaches(event)) { try given(elsewhere: [requested(ada, ben)]).when(command) }
    }

    @Test func anEventThatCannotBeReadStopsTheDecision() throws {
        let unreadable = Event(id: uuid(1), type: GlimpRequested.type, tags: [glimp.tag], payload: [0xFF])
        let handler = command.handler(
            context: CommandContext(actor: "test"), eventIDs: EventIDs(startingAt: uuid(2)), sealing: .none)
        let error = #expect(throws: UnreadableEvent.self) {
            try GivenWhenThen(given: [unreadable, try requested(ada, ben).event(id: uuid(3))]).when(
                handler, at: at(9000))
        }
        #expect(error?.position == Position(1))
    }

    @Test func whatNoLogWouldTakeFails() throws {
        let long = Event(
            id: uuid(1), type: GlimpRequested.type, tags: [glimp.tag, LogTag(String(repeating: "x", count: 256))],
            payload: [])
        let handler = command.handler(
            context: CommandContext(actor: "test"), eventIDs: EventIDs(startingAt: uuid(2)), sealing: .none)
        #expect(throws: EventLogError.self) { try GivenWhenThen(given: [long]).when(handler, at: at(0)) }
    }
}
