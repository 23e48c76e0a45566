/// What a stable code means for whoever asked: the one table that HTTP and gRPC make their statuses from.
enum RefusalKind: Hashable, Sendable, CaseIterable {
    /// It can't be read as what it should be.
    case malformed
    /// Well-formed, and a field of it is out of bounds.
    case invalid
    /// There is more of it than is taken.
    case tooLarge
    /// Nobody is signed in, or the token opens nothing any more.
    case unauthenticated
    /// Whoever is signed in may not do this.
    case forbidden
    /// It is not there, or one may not know of it.
    case notFound
    /// It was there and is for good no more.
    case gone
    /// What should be new is there already.
    case exists
    /// It can't be done as things are: every other refusal of a decider.
    case state
    /// An append condition failed: read again and decide anew.
    case conflict
    /// Too many failures before this one, or more than one may have: wait.
    case tooManyAttempts
    /// Too much is waiting: nothing was done, try again later.
    case busy
    /// The rows did not reach the position asked for in time.
    case behind
    /// It can't be done now, or it is not known whether it was: retry with the same id.
    case unavailable
    /// Stored data is damaged.
    case corrupted
    /// A mistake of the program.
    case unexpected

    /// - Parameter code: of a refusal, or of an error of the log, the read models or the credentials.
    init(code: String) {
        if let kind = Self.known[code] {
            self = kind
        } else if code.hasPrefix("invalid_") {
            self = .invalid
        } else if code.hasSuffix("_not_found") {
            self = .notFound
        } else {
            self = .state
        }
    }

    /// The codes whose kind is not told by their form.
    private static let known: [String: RefusalKind] = [
        "malformed": .malformed,
        "unknown_command": .malformed,
        "method_not_allowed": .malformed,
        "unsupported_media_type": .malformed,

        "photo_not_square": .invalid,
        "empty_body": .invalid,
        "unsupported_media": .invalid,
        "damaged_media": .invalid,
        "too_many_pixels": .invalid,
        "range_not_satisfiable": .invalid,
        "too_large": .tooLarge,

        "actor_required": .unauthenticated,
        "invalid_credentials": .unauthenticated,
        "session_expired": .unauthenticated,
        "session_revoked": .unauthenticated,

        "not_yours": .forbidden,
        "operator_required": .forbidden,
        "scope_required": .forbidden,
        "event_type_reserved": .forbidden,
        "registration_elsewhere": .forbidden,

        "not_found": .notFound,
        "no_renditions": .notFound,
        "not_signed": .notFound,
        "snap_already_viewed": .gone,
        "erased": .gone,

        "username_taken": .exists,
        "email_taken": .exists,
        "id_in_use": .exists,
        "id_reused": .exists,

        "conflict": .conflict,
        "too_many_attempts": .tooManyAttempts,
        "too_many_requests": .tooManyAttempts,
        "too_many_streams": .tooManyAttempts,
        "too_many_uploads": .tooManyAttempts,
        "too_many_exports": .tooManyAttempts,
        "busy": .busy,
        "projection_behind": .behind,
        "timeout": .behind,

        "outcome_unknown": .unavailable,
        "full": .unavailable,
        "io_error": .unavailable,
        "locked": .unavailable,
        "closed": .unavailable,
        "newer_format": .unavailable,
        "shutting_down": .unavailable,
        "projection_not_ready": .unavailable,
        "projection_stopped": .unavailable,
        "projection_locked": .unavailable,
        "projection_superseded": .unavailable,

        "corrupted": .corrupted,
        "media_corrupted": .corrupted,
        "checkpoint_mismatch": .corrupted,
        "projection_damaged": .corrupted,
        "event_not_applicable": .corrupted,

        "internal": .unexpected,
        "unknown_projection": .unexpected,
    ]
}
