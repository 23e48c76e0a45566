import GRPCCore
import GRPCProtobuf

extension CallFailure {
    /// Whose codes the reasons are.
    static let domain = "glimp"

    /// Trailers are bounded by clients, often at 8 KiB: so many subjects and characters of the message are told.
    private static let maximumSubjects = 50
    private static let maximumMessage = 1_000

    /// As it ends a call: the status code of its kind, its own code in the details.
    var rpcError: RPCError {
        let message = String(message.prefix(Self.maximumMessage))
        var details: [ErrorDetails] = [.errorInfo(reason: code, domain: Self.domain, metadata: metadata)]
        if let retryAfter { details.append(.retryInfo(delay: retryAfter)) }
        return RPCError(GoogleRPCStatus(code: kind.statusCode, message: message, details: details))
    }

    private var metadata: [String: String] {
        var metadata: [String: String] = [:]
        if !subjects.isEmpty {
            metadata["subjects"] = subjects.prefix(Self.maximumSubjects).joined(separator: ",")
            metadata["subjectCount"] = String(subjects.count)
        }
        if let position { metadata["position"] = String(position) }
        if isDuplicate { metadata["duplicate"] = "true" }
        return metadata
    }
}

extension RefusalKind {
    /// The status code of google.rpc.Code that stands for it.
    var statusCode: RPCError.Code {
        switch self {
        case .malformed, .invalid: .invalidArgument
        case .unauthenticated: .unauthenticated
        case .forbidden: .permissionDenied
        case .notFound: .notFound
        case .gone, .state: .failedPrecondition
        case .exists: .alreadyExists
        case .conflict: .aborted
        case .tooLarge, .tooManyAttempts, .busy: .resourceExhausted
        case .behind: .deadlineExceeded
        case .unavailable: .unavailable
        case .corrupted: .dataLoss
        case .unexpected: .internalError
        }
    }
}
