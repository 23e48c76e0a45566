import EventLog
import Foundation
import GRPCCore
import GRPCProtobuf
import Testing

/// What a call's error says.
struct Told: Equatable {
    var status: RPCError.Code
    var code: String?
    var metadata: [String: String] = [:]
    var message = ""
    var retryAfter: Duration?

    init(_ error: RPCError) throws {
        status = error.code
        message = error.message
        let details = try error.unpackGoogleRPCStatus()?.details ?? []
        let info = details.lazy.compactMap(\.errorInfo).first
        retryAfter = details.lazy.compactMap(\.retryInfo).first?.delay
        code = info?.reason
        metadata = info?.metadata ?? [:]
        if let info { #expect(info.domain == "glimp") }
    }
}

/// Expects that `body` ends with this status and, in the details, this code.
@discardableResult
func expectError<R>(
    _ status: RPCError.Code, _ code: String?, _ note: String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> R
) async throws -> Told? {
    do {
        _ = try await body()
        Issue.record("no error \(code ?? "") \(note)", sourceLocation: sourceLocation)
        return nil
    } catch let error as RPCError {
        let told = try Told(error)
        #expect(told.status == status, "\(note) \(error)", sourceLocation: sourceLocation)
        #expect(told.code == code, "\(note) \(error)", sourceLocation: sourceLocation)
        return told
    }
}

struct TookTooLong: Error {}

/// Returns when `condition` holds.
func poll(within deadline: Duration = .seconds(30), _ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + deadline
    while try await !condition() {
        guard ContinuousClock.now < end else { throw TookTooLong() }
        try await Task.sleep(for: .milliseconds(2))
    }
}

extension EventLog {
    /// Runs `body` while nothing can be committed, then lets what has queued up meanwhile go.
    func whileHeld<R: Sendable>(_ body: @Sendable (_ release: @Sendable () -> Void) async throws -> R) async throws -> R
    {
        let (isHeld, held) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        async let holding = perform { transaction in
            held.yield()
            gate.wait()
            return Outcome(result: .nothingToAppend, position: transaction.lastPosition)
        }
        for await _ in isHeld { break }
        let result: Result<R, any Error>
        do { result = .success(try await body { gate.signal() }) } catch { result = .failure(error) }
        gate.signal()
        _ = try await holding
        return try result.get()
    }
}
