import EventLog
import GlimpSchemas
import Testing

@testable import GlimpDomain

@Suite struct MarkNotificationsReadTests {
    private func mark(_ given: Given, through position: UInt64) throws -> Ruling {
        try given.when(MarkNotificationsRead.self, by: ada) { $0.position = position }
    }

    @Test func whatWasToldIsRead() throws {
        #expect(try mark(given(registered(ada)), through: 7) == .accepted([read(ada, through: 7)]))
        #expect(
            try mark(given(registered(ada), read(ada, through: 7)), through: 8) == .accepted([read(ada, through: 8)]))
    }

    @Test func whatWasReadIsReadAlready() throws {
        let history = try given(registered(ada), read(ada, through: 7), read(ada, through: 5))
        #expect(try mark(history, through: 7) == .nothingHappened)
        #expect(try mark(history, through: 1) == .nothingHappened)
    }

    /// The log of the tests ends at 100.
    @Test func onlyAPositionIsMarked() throws {
        let history = try given(registered(ada))
        for position in [0, 101, .max] as [UInt64] {
            #expect(try mark(history, through: position).code == "invalid_position")
        }
        for position in [1, 100] as [UInt64] {
            #expect(try mark(history, through: position) == .accepted([read(ada, through: position)]))
        }
    }

    @Test func eachReadsForThemselves() throws {
        let history = try given(registered(ada), elsewhere: [read(ben, through: 50), requested(ben, ada)])
        #expect(try mark(history, through: 7) == .accepted([read(ada, through: 7)]))
    }

    @Test func whoIsNotThereReadsNothing() throws {
        #expect(try mark(given(), through: 7).code == "user_not_found")
    }
}
