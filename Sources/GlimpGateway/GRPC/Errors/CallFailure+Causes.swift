import Credentials
import EventLog
import GRPCCore
import GlimpDomain
import GlimpReadModels
import Logging
import Metrics
import Projections

extension CallFailure {
    /// Any error of the rooms below as a caller may see it.
    /// - Parameter logger: told in full what callers are told in general.
    init(_ error: any Error, _ logger: Logger) {
        switch error {
        case let failure as CallFailure: self = failure
        case let refusal as Refusal: self.init(refusal)
        case let error as EventLogError:
            // Files that are missing are this machine's trouble, and nothing that the caller asked for.
            let code = error.code == .notFound ? .inputOutput : error.code
            self.init(code.rawValue, error.message)
            position = error.position?.rawValue
        case let error as CredentialsError:
            self.init(error.code.rawValue, error.message)
            retryAfter = error.retryAfter
        case let limit as LimitReached:
            self.init(limit.code, limit.message)
            retryAfter = limit.retryAfter
        case let error as ReadModelError: self.init(error.code.rawValue, error.message)
        case let error as ProjectionError: self.init(error.code.rawValue, error.message)
        case let error as CommandInputError: self.init(error)
        case is CancellationError: self = .shuttingDown
        default: self.init("internal", "\(error)")
        }
        hideInternals(logger)
    }

    init(_ refusal: Refusal, isDuplicate: Bool = false) {
        self.init(refusal.code, refusal.message)
        subjects = refusal.subjects
        self.isDuplicate = isDuplicate
        Counter(label: "glimp_refusals_total", dimensions: [("code", refusal.code)]).increment()
    }

    private init(_ error: CommandInputError) {
        if case .unknownCommand = error {
            self.init("unknown_command", error.description)
        } else {
            self.init("malformed", error.description)
        }
    }

    /// What went wrong on this machine says where its files lie: for its log, not for callers.
    private mutating func hideInternals(_ logger: Logger) {
        let general: String
        switch code {
        case "outcome_unknown": general = "it may or may not have been done; retry with the same id"
        case "shutting_down": return
        default:
            switch kind {
            case .unavailable: general = "it can't be done now; nothing was done, try again later"
            case .corrupted: general = "stored data is damaged; an operator has to look"
            case .unexpected: general = "something went wrong here; an operator has to look"
            default: return
            }
        }
        logger.error("a call failed", metadata: ["code": "\(code)", "reason": "\(message)"])
        message = general
    }
}
