import Foundation
import Testing

@testable import Credentials

/// Several processes on one store, and what is left when one of them is killed.
@Suite struct ProcessTests {
    let scratch: ScratchStore
    let ada = UUID()
    init() throws { scratch = try ScratchStore() }

    @Test func aRevocationHoldsInEveryProcessAtOnce() async throws {
        let other = try OtherProcess("answer", scratch.path)
        #expect(try other.line() == "ready")
        try await scratch.with({ $0.now = { Date() } }) { store in
            for _ in 0..<20 {
                let grant = try await store.openSession(for: ada, label: "")
                let line = "authenticate \(grant.accessToken.text)"
                #expect(try other.ask(line) == ada.uuidString)
                try await store.revoke(grant.session, of: ada)
                #expect(try other.ask(line) == "session_revoked")
            }
            let text = try #require(try other.ask("open \(ada.uuidString)"))
            let token = try AccessToken(text)
            #expect(try store.authenticate(token).person == ada)
            #expect(try other.ask("revoke-all \(ada.uuidString)") == "1")
            await expectFailure(.sessionRevoked) { try store.authenticate(token) }
        }
        try other.end()
    }

    @Test func failuresAreCountedOverAllProcesses() async throws {
        let others = try (0..<2).map { _ in try OtherProcess("answer", scratch.path) }
        for other in others { #expect(try other.line() == "ready") }
        try await scratch.with({ $0.now = { Date() } }) { store in
            try await store.resetPassword(Password("right-password"), of: ada)
            for number in 0..<6 {
                let answer = try others[number % 2].ask("log-in ada \(ada.uuidString) wrong-password")
                #expect(answer == "invalid_credentials")
            }
            #expect(try others[0].ask("log-in ada \(ada.uuidString) right-password") == "too_many_attempts")
            #expect(await wait { try await store.logIn("ada", ada, "right-password") } != nil)
        }
        for other in others { try other.end() }
    }

    @Test func aStoreIsMadeOnce() async throws {
        let others = try (0..<6).map { _ in try OtherProcess("answer", scratch.path) }
        for other in others { #expect(try other.line() == "ready") }
        let text = try #require(try others[0].ask("open \(ada.uuidString)"))
        for other in others { #expect(try other.ask("authenticate \(text)") == ada.uuidString) }
        for other in others { try other.end() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.root) == ["credentials"])
    }

    @Test func whatWasAcknowledgedSurvivesAKill() async throws {
        var random = SeededGenerator()
        for _ in 0..<6 {
            let others = try (0..<2).map { _ in try OtherProcess("write", scratch.path) }
            for other in others { #expect(try other.line() == "ready") }
            usleep(UInt32.random(in: 5_000...150_000, using: &random))
            for other in others { other.kill() }
            try await scratch.with({ $0.now = { Date() } }) { store in
                var seen = 0
                for line in try others.flatMap({ try $0.lines() }) {
                    // Killed in the middle of a line.
                    let words = line.split(separator: " ").map(String.init)
                    guard words.count == 3, let token = try? AccessToken(words[2]) else { continue }
                    seen += 1
                    let person = try #require(UUID(uuidString: words[0]))
                    #expect(try store.authenticate(token).person == person)
                    if seen % 16 == 0 {
                        _ = try await store.logIn(words[0], person, "password number \(words[1])")
                    }
                }
                _ = try await store.openSession(for: ada, label: "")
                #expect(try await store.sweep().examined > 0)
            }
        }
    }

    /// The slots of killed readers keep pages from being reused; sweeping frees them.
    @Test func killedReadersAreFound() async throws {
        try await scratch.with { store in
            let other = try OtherProcess("hold", scratch.path)
            #expect(try other.line() == "ready")
            #expect(try await store.sweep().readersFreed == 0)
            other.kill()
            #expect(try await store.sweep().readersFreed == 1)
        }
    }
}
