import Credentials
import EventLog
import GlimpDomain
import GlimpOutbox
import GlimpReadModels
import GlimpService
import HTTPTypes
import Hummingbird
import Metrics
import Projections

extension Problem {
    /// What a caller is told of an error: its own code where there is one, and for what nobody outside can mend only
    /// that it went wrong.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as Refusal: self.init(refusal)
        case let error as EventLogError: self.init(error)
        case let error as CredentialsError: self.init(error)
        case let error as ReadModelError:
            self.init(RefusalStatus.of(error.code.rawValue), error.code.rawValue, error.message)
        case let error as MediaError: self.init(error)
        case let error as OutboxError:
            self.init(RefusalStatus.of(error.code.rawValue), error.code.rawValue, error.message)
        case let limit as LimitReached:
            self.init(RefusalStatus.of(limit.code), limit.code, limit.message)
            retryAfter = Int(limit.retryAfter.components.seconds)
        case let error as CommandInputError: self.init(error)
        case let error as ProjectionError: self.init(error)
        case let error as HTTPError:
            self.init(error.status, Self.code(of: error.status), error.body ?? error.status.reasonPhrase)
        case let error as any HTTPResponseError:
            self.init(error.status, Self.code(of: error.status), error.status.reasonPhrase)
        case is CancellationError: self = .shuttingDown
        default: self.init(.internalServerError, "internal_error", "Something went wrong here; it was noted.")
        }
    }

    /// What was in flight for too long when the server was told to end.
    static var shuttingDown: Problem {
        var problem = Problem(.serviceUnavailable, "shutting_down", "This server ends; try again, with the same key.")
        problem.retryAfter = 1
        return problem
    }

    init(_ refusal: Refusal) {
        Counter(label: "glimp_refusals_total", dimensions: [("code", refusal.code)]).increment()
        self.init(RefusalStatus.of(refusal.code), refusal.code, refusal.message)
        subjects = refusal.subjects
    }

    private init(_ error: MediaError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case .unsupportedMedia: .unsupportedMediaType
            case .tooLarge: .contentTooLarge
            case .noRenditions: .notFound
            default: .unprocessableContent
            }
        self.init(status, error.code.rawValue, error.message)
    }

    private init(_ error: CommandInputError) {
        switch error {
        case .unknownCommand: self.init(.notFound, "unknown_command", "\(error)")
        case .malformed, .malformedLine: self.init(.badRequest, "malformed", "\(error)")
        }
    }

    private init(_ error: EventLogError) {
        switch error.code {
        case .conflict, .idReused: self.init(.conflict, error.code.rawValue, error.message)
        case .invalidInput: self.init(.unprocessableContent, error.code.rawValue, error.message)
        case .notSigned:
            self.init(.notFound, error.code.rawValue, "No signed checkpoint reaches as far; ask again once one does.")
        case .busy, .full, .outcomeUnknown, .locked, .closed, .inputOutput:
            // What it says of files is for operators.
            self.init(
                .serviceUnavailable, error.code.rawValue,
                error.code == .outcomeUnknown
                    ? "It may or may not be done: try again with the same Idempotency-Key."
                    : "Nothing can be written at the moment; nothing was done. Reading goes on.")
            retryAfter = error.code == .busy ? 1 : 5
        default: self.init(.internalServerError, error.code.rawValue, "The event log can't be read here.")
        }
    }

    private init(_ error: CredentialsError) {
        switch error.code {
        case .invalidCredentials, .sessionExpired, .sessionRevoked:
            self.init(.unauthorized, error.code.rawValue, error.message)
        case .tooManyAttempts:
            self.init(.tooManyRequests, error.code.rawValue, error.message)
            retryAfter = error.retryAfter.map { max(1, Int($0.components.seconds)) } ?? 1
        case .invalidPassword, .invalidInput: self.init(.unprocessableContent, error.code.rawValue, error.message)
        case .notFound: self.init(.notFound, error.code.rawValue, error.message)
        case .busy:
            self.init(.serviceUnavailable, error.code.rawValue, error.message)
            retryAfter = 1
        default: self.init(.serviceUnavailable, error.code.rawValue, "Credentials can't be read or written here.")
        }
    }

    private init(_ error: ProjectionError) {
        switch error.code {
        case .timedOut:
            self.init(.gatewayTimeout, error.code.rawValue, "The answer does not reflect that position yet.")
        default:
            self.init(.serviceUnavailable, error.code.rawValue, "These lists can't be read at the moment.")
        }
        retryAfter = 1
    }

    private static func code(of status: HTTPResponse.Status) -> String {
        switch status {
        case .badRequest: "malformed"
        case .unauthorized: "invalid_credentials"
        case .notFound: "not_found"
        case .methodNotAllowed: "method_not_allowed"
        case .contentTooLarge: "too_large"
        case .unsupportedMediaType: "unsupported_media_type"
        case .unprocessableContent: "invalid_input"
        case .requestTimeout: "timeout"
        default: status.code < 500 ? "malformed" : "internal_error"
        }
    }
}
