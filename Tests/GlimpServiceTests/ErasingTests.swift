import EventLog
import Foundation
import GlimpDomain
import GlimpReadModels
import Testing

@testable import GlimpService

@Suite struct ErasingTests {
    let service: Service
    init() async throws { service = try await Service() }

    private func user(_ name: String) throws -> UserID { try #require(try service.glimp.people.find(name)) }

    private func isDestroyed(_ user: UserID) throws -> Bool {
        if case .destroyed = try service.glimp.personKeys.standing(of: user) { true } else { false }
    }

    private func append(_ events: [DomainEvent]) async throws {
        _ = try await service.glimp.log.append(
            events.map { try $0.event(id: UUID(), sealing: .none) }, condition: nil,
            context: CommandContext(actor: "operator"))
    }

    @Test func anErasedPersonIsNoMoreAndTheirFriendSeesThat() async throws {
        let (ada, bob) = (try user("ada"), try user("bob"))
        let request = try await service.ask()
        _ = try await service.answer(request)
        try await service.send("ChangeDisplayName", #"{"displayName":"Bob"}"#, as: "bob")
        #expect(try await service.send("EraseAccount", "{}", as: "bob").isAccepted)
        #expect(try isDestroyed(bob) && service.glimp.erasing.isErased(bob))
        try await service.glimp.catchUpReadModels()
        let shared = try await service.glimp.readModels.shared(ada, with: bob).value
        #expect(
            shared.items.count == 1 && shared.items.allSatisfy { $0.answerer.isErased && $0.answerer.username == "" })
        #expect(try await service.glimp.readModels.friends(of: ada, at: .now()).value.items.isEmpty)
        let error = #expect(throws: ReadModelError.self) { try service.glimp.readModels.profile(of: bob) }
        #expect(error?.code == .erased)
        #expect(throws: ReadModelError.self) { try service.glimp.readModels.profile(username: "bob") }
        // For good: nothing of theirs is done, by nobody, and the name stays taken.
        #expect(
            try await service.send("ChangeDisplayName", #"{"displayName":"B"}"#, as: "bob").refusalCode
                == "user_not_found")
        #expect(try await service.send("InviteFriend", #"{"friend":"bob"}"#, as: "ada").refusalCode == "user_not_found")
        #expect(
            try await service.send("RegisterAccount", #"{"username":"Bob"}"#, as: "bob").refusalCode == "username_taken"
        )
        #expect(try await service.send("EraseAccount", "{}", as: "bob").isAccepted)
        #expect(try service.glimp.events("AccountErased").count == 1)
    }

    /// What a process leaves that is killed between the event and the destroying.
    @Test func theKeysOfTheErasedAreDestroyedByWhoOpensTheDirectory() async throws {
        let bob = try user("bob")
        try await append([.accountErased(AccountErased(user: bob, emailHash: nil))])
        #expect(try !isDestroyed(bob))
        try service.reopen()
        #expect(try isDestroyed(bob))
        #expect(try !isDestroyed(user("ada")))
    }

    @Test func aServerFollowsWhatOthersErase() async throws {
        let bob = try user("bob")
        let asked = Asked()
        service.glimp.erasing.also { await asked.note($0) }
        let following = ErasingService(
            log: service.glimp.log, erasing: service.glimp.erasing, alarm: { Issue.record($0) })
        let task = Task { try await following.run() }
        try await append([.accountErased(AccountErased(user: bob, emailHash: nil))])
        try await poll { try isDestroyed(bob) }
        var isAsked = false
        while !isAsked {
            isAsked = await asked.persons == [bob]
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        try await task.value
    }

    @Test func aKeyThatIsLostIsAnErrorAndNotAnErasing() async throws {
        let bob = try user("bob")
        try await service.glimp.catchUpReadModels()
        service.glimp.close()
        try FileManager.default.removeItem(atPath: service.path + "/keys/people")
        try PersonKeys.create(in: service.path + "/keys")
        try service.reopen()
        let error = #expect(throws: EventLogError.self) { try service.glimp.readModels.profile(of: bob) }
        #expect(error?.code == .notFound)
        // Nobody who has an account is given another key.
        await #expect(throws: EventLogError.self) {
            try await service.send("ChangeDisplayName", #"{"displayName":"B"}"#, as: "bob")
        }
    }

    /// More than an append holds: as many as it takes, and again the same changes nothing.
    @Test func howeverMuchThereIsToEndItEnds() async throws {
        let bob = try user("bob")
        for _ in 0..<3 {
            try await append(
                (0..<4_000).map { _ in
                    .friendInvited(FriendInvited(inviter: UserID(rawValue: UUID()), invited: bob))
                })
        }
        #expect(try await service.send("EraseAccount", "{}", as: "bob").isAccepted)
        #expect(try service.glimp.erasing.isErased(bob) && isDestroyed(bob))
        var (declined, from) = (0, Position?.none)
        while true {
            let page = try service.glimp.log.page(
                Query(types: ["FriendDeclined"], tags: [bob.tag]), from: from, backwards: false, limit: 1_000)
            declined += page.events.count
            guard let next = page.next else { break }
            from = next
        }
        #expect(declined == 12_000)
    }

    @Test func anErasingIsSentByItself() throws {
        let command = try CommandCatalogue.receive("EraseAccount", json: Array("{}".utf8))
        let error = #expect(throws: EventLogError.self) {
            try service.glimp.commands.submit(command, by: .actor(.user(try user("bob"))), id: nil)
        }
        #expect(error?.code == .invalidInput)
    }
}

private actor Asked {
    private(set) var persons: [UserID] = []
    func note(_ person: UserID) { persons.append(person) }
}
