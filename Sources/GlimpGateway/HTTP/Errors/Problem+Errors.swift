import EventLog
import GlimpDomain
import HTTPTypes
import Hummingbird

extension Problem {
    /// What a caller is told of an error: what ``CallFailure`` says of it, with the status of its code.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as HTTPError:
            self.init(error.status, Self.code(of: error.status), error.body ?? error.status.reasonPhrase)
        case let error as any HTTPResponseError:
            self.init(error.status, Self.code(of: error.status), error.status.reasonPhrase)
        default: self.init(CallFailure(error))
        }
    }

    /// What was in flight for too long when the server was told to end.
    static var shuttingDown: Problem { Problem(CallFailure.shuttingDown) }

    init(_ failure: CallFailure) {
        self.init(failure.code, failure.message)
        subjects = failure.subjects
        retryAfter = failure.retryAfter.map { max(1, Int($0.components.seconds)) } ?? Self.patience(failure.kind)
    }

    init(_ refusal: Refusal) { self.init(CallFailure(refusal, isDuplicate: false)) }

    /// Seconds until it may be worth trying again; nil: it may never be.
    private static func patience(_ kind: RefusalKind) -> Int? {
        switch kind {
        case .busy, .behind, .tooManyAttempts: 1
        case .unavailable: 5
        default: nil
        }
    }

    /// The code of what the HTTP library answers with by itself.
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
        default: status.code < 500 ? "malformed" : "internal"
        }
    }
}
