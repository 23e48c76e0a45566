import HTTPTypes

/// The HTTP status of each kind of refusal and error.
enum RefusalStatus {
    /// What HTTP has a status of its own for.
    private static let own: [String: HTTPResponse.Status] = [
        // Who sends it is signed in, but no person.
        "actor_required": .forbidden,
        // The name of a command is a part of the path.
        "unknown_command": .notFound,
        "method_not_allowed": .methodNotAllowed,
        "range_not_satisfiable": .rangeNotSatisfiable,
        "timeout": .requestTimeout,
        "unsupported_media": .unsupportedMediaType,
        "unsupported_media_type": .unsupportedMediaType,
    ]

    static func of(_ code: String) -> HTTPResponse.Status { own[code] ?? of(RefusalKind(code: code)) }

    private static func of(_ kind: RefusalKind) -> HTTPResponse.Status {
        switch kind {
        case .malformed: .badRequest
        case .invalid: .unprocessableContent
        case .tooLarge: .contentTooLarge
        case .unauthenticated: .unauthorized
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .gone: .gone
        case .exists, .state, .conflict: .conflict
        case .tooManyAttempts: .tooManyRequests
        case .busy, .unavailable: .serviceUnavailable
        case .behind: .gatewayTimeout
        case .corrupted, .unexpected: .internalServerError
        }
    }
}
