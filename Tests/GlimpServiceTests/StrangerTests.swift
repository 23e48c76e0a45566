import EventLog
import GlimpDomain
import Testing

@testable import GlimpService

/// Who sends under a name that nobody has, and what becomes of it once somebody has.
@Suite struct StrangerTests {
    private func invite(_ friend: String) throws -> ReceivedCommand {
        try CommandCatalogue.receive("InviteFriend", json: Array(#"{"friend":"\#(friend)"}"#.utf8))
    }

    @Test func whoWasLookedUpBeforeTheNameWasRegisteredKeepsNoOutcomeAfterIt() async throws {
        let service = try await Service()
        let commands = service.glimp.commands
        let id = CommandID(rawValue: FreshID.make())
        let command = try invite("bob")
        let stranger = try commands.sender(named: "cat", of: command)
        try await service.send("RegisterAccount", #"{"username":"cat"}"#, as: "cat")
        let error = await #expect(throws: EventLogError.self) {
            try await commands.execute(command, by: stranger, id: id)
        }
        #expect(error?.code == .conflict)
        let cat = try commands.sender(named: "cat", of: command)
        #expect(try await commands.execute(command, by: cat, id: id).isAccepted)
    }

    @Test func anotherProcessKnowsWhatAStrangerWasRefused() async throws {
        let service = try await Service()
        let id = CommandID(rawValue: FreshID.make())
        let command = try invite("bob")
        for register in [true, false] {
            let commands = service.glimp.commands
            let sender = try commands.sender(named: "cat", of: command)
            #expect(try await commands.execute(command, by: sender, id: id).refusalCode == "user_not_found")
            if register { try await service.send("RegisterAccount", #"{"username":"cat"}"#, as: "cat") }
            try service.reopen()
        }
    }
}
