import EventLog
import Foundation
import GlimpReadModels
import Projections
import Testing

@testable import GlimpService

/// Read models that another process makes.
@Suite(.timeLimit(.minutes(2))) struct FollowingTests {
    /// `glimp`, built beside the test bundle.
    private func glimp(_ arguments: String...) async throws {
        let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let process = Process()
        process.executableURL = URL(filePath: bundle).deletingLastPathComponent().appending(path: "glimp")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        #expect(process.terminationStatus == 0)
    }

    @Test func rowsOfAnotherProcessAreSeen() async throws {
        let service = try await Service()
        let models = service.glimp.readModels
        #expect(try models.position() == nil)
        // From before there are rows.
        let first = Task { (told: try await models.next(after: .beginning), there: try models.position()) }
        try await glimp("query", "home", "bob", "--data", service.path)
        let begun = try await first.value
        #expect(begun.told <= begun.there ?? .beginning)
        try await models.wait(until: Position(4), timeout: .seconds(60))
        #expect(try models.position() == Position(4))

        let next = Task { (told: try await models.next(after: Position(4)), there: try models.position()) }
        try await glimp("send", "RemoveFriend", #"{"friend":"bob"}"#, "--as", "ada", "--data", service.path)
        let seen = try await next.value
        #expect(seen.told == Position(5) && seen.there == Position(5))

        let error = await #expect(throws: ProjectionError.self) {
            try await models.wait(until: Position(6), timeout: .milliseconds(20))
        }
        #expect(error?.code == .timedOut)
    }
}
