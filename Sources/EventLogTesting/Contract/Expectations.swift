import EventLog
import Synchronization

func expect(
    _ holds: Bool, _ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line
) throws {
    if !holds { throw ContractViolation(message(), file: file, line: line) }
}

func expect<T: Equatable>(
    _ found: T, is expected: T, _ what: @autoclosure () -> String = "", file: String = #fileID, line: Int = #line
) throws {
    if found != expected {
        throw ContractViolation("\(what()) expected \(expected), found \(found)", file: file, line: line)
    }
}

/// `body` must fail with `code`.
func expect(
    _ code: EventLogError.Code, _ what: @autoclosure () -> String = "", file: String = #fileID, line: Int = #line,
    _ body: () async throws -> Void
) async throws {
    do {
        try await body()
    } catch let error as EventLogError where error.code == code {
        return
    } catch {
        throw ContractViolation("\(what()) expected \(code.rawValue), found \(error)", file: file, line: line)
    }
    throw ContractViolation("\(what()) expected \(code.rawValue), found none", file: file, line: line)
}

/// `body` must end within `seconds`. One that hangs is cancelled and left behind, so that the violation is reported.
func within<R: Sendable>(
    seconds: Int, _ what: String, file: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> R
) async throws -> R {
    let work = Task { try await body() }
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            let first = FirstResult(continuation)
            let timer = Task {
                try await Task.sleep(for: .seconds(seconds))
                work.cancel()
                first.resume(
                    with: .failure(ContractViolation("\(what) took more than \(seconds) s", file: file, line: line)))
            }
            Task {
                let result = await work.result
                timer.cancel()
                first.resume(with: result)
            }
        }
    } onCancel: {
        work.cancel()
    }
}

/// Gives the first of several results to whoever waits.
private final class FirstResult<R: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<R, any Error>?>

    init(_ continuation: CheckedContinuation<R, any Error>) { waiting = Mutex(continuation) }

    func resume(with result: Result<R, any Error>) {
        waiting.withLock { $0.take() }?.resume(with: result)
    }
}
