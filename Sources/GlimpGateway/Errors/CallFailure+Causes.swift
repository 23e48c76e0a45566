import Credentials
import EventLog
import GlimpDomain
import GlimpOutbox
import GlimpReadModels
import GlimpService
import Logging
import Metrics
import Projections

extension CallFailure {
    /// Any error of the rooms below as a caller may see it, at every door the same.
    init(_ error: any Error) {
        switch error {
        case let failure as CallFailure: self = failure
        case let refusal as Refusal: self.init(refusal, isDuplicate: false)
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
        case let error as MediaError: self.init(error.code.rawValue, error.message)
        case is UnreadableMedia: self.init("media_corrupted", "")
        case let error as OutboxError: self.init(error.code.rawValue, error.message)
        case let error as CommandInputError: self.init(error)
        case is CancellationError: self = .shuttingDown
        default: self.init("internal", "")
        }
        if let general { message = general }
    }

    /// - Parameter logger: told in full what callers are told in general.
    init(_ error: any Error, _ logger: Logger) {
        self.init(error)
        guard general != nil else { return }
        let reason = (error as? CallFailure)?.message ?? "\(error)"
        logger.error("a call failed", metadata: ["code": "\(code)", "reason": "\(reason)"])
    }

    init(_ refusal: Refusal, isDuplicate: Bool) {
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

    /// What is told in place of what went wrong on this machine: where its files lie is for its own log.
    private var general: String? {
        switch code {
        case "shutting_down": return nil
        case "outcome_unknown": return "It may or may not be done; try again with the same id."
        case "not_signed": return "No signed checkpoint reaches as far; ask again once one does."
        case "media_corrupted": return "This photo or video is damaged here; an operator has to look."
        case "projection_behind": return "The answer does not reflect that position yet; ask again."
        default:
            switch kind {
            case .unavailable where code.hasPrefix("projection_"):
                return "These lists can't be read at the moment; try again later."
            case .unavailable: return "It can't be done now; nothing was done, try again later."
            case .corrupted: return "What is stored here is damaged; an operator has to look."
            case .unexpected: return "Something went wrong here; it was noted."
            default: return nil
            }
        }
    }
}
