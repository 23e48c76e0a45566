import HTTPTypes

/// The HTTP status of each kind of refusal and error.
enum RefusalStatus {
    static func of(_ code: String) -> HTTPResponse.Status {
        // Who sends it is signed in, but no person.
        if code == "actor_required" { return .forbidden }
        return of(RefusalKind(code: code))
    }

    static func of(_ kind: RefusalKind) -> HTTPResponse.Status {
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
