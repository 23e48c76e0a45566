import Credentials
import Foundation
import Testing

/// The code of the ``CredentialsError`` that `body` throws; nil when it throws none.
func code<R>(_ body: () async throws -> R) async -> CredentialsError.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? CredentialsError)?.code
    }
}

func expectFailure<R>(
    _ expected: CredentialsError.Code, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> R
) async {
    let found = await code(body)
    #expect(found == expected, sourceLocation: location)
}

/// The ``CredentialsError/retryAfter`` of the error that `body` throws; nil when it is not refused for its failures.
func wait<R>(_ body: () async throws -> R) async -> Duration? {
    do {
        _ = try await body()
        return nil
    } catch {
        let error = error as? CredentialsError
        return error?.code == .tooManyAttempts ? error?.retryAfter : nil
    }
}

/// SplitMix64: a test prints its seed, and the seed gives the same run again (`GLIMP_SEED`).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init() {
        state = ProcessInfo.processInfo.environment["GLIMP_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
        print("seed \(state)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
