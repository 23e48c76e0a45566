import EventLog

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

/// `body` must end within `seconds`.
func within<R: Sendable>(
    seconds: Int, _ what: String, file: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> R
) async throws -> R {
    try await withThrowingTaskGroup(of: R?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let result = first else {
            throw ContractViolation("\(what) took more than \(seconds) s", file: file, line: line)
        }
        return result
    }
}
