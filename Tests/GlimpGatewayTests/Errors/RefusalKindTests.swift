import Credentials
import EventLog
import GRPCCore
import GlimpDomain
import GlimpReadModels
import HTTPTypes
import Projections
import Testing

@testable import GlimpGateway

@Suite struct RefusalKindTests {
    @Test(
        arguments: [
            ("invalid_credentials", RefusalKind.unauthenticated, RPCError.Code.unauthenticated),
            ("session_expired", .unauthenticated, .unauthenticated),
            ("session_revoked", .unauthenticated, .unauthenticated),
            ("not_yours", .forbidden, .permissionDenied), ("operator_required", .forbidden, .permissionDenied),
            ("snap_not_opened", .state, .failedPrecondition), ("user_not_found", .notFound, .notFound),
            ("request_not_found", .notFound, .notFound), ("photo_not_found", .notFound, .notFound),
            ("snap_already_viewed", .gone, .failedPrecondition),
            ("request_already_open", .state, .failedPrecondition), ("already_answered", .state, .failedPrecondition),
            ("request_expired", .state, .failedPrecondition), ("photo_already_sent", .state, .failedPrecondition),
            ("blocked", .state, .failedPrecondition), ("username_taken", .exists, .alreadyExists),
            ("email_taken", .exists, .alreadyExists), ("id_in_use", .exists, .alreadyExists),
            ("id_reused", .exists, .alreadyExists), ("invalid_username", .invalid, .invalidArgument),
            ("invalid_password", .invalid, .invalidArgument), ("photo_not_square", .invalid, .invalidArgument),
            ("unknown_command", .malformed, .invalidArgument),
            ("too_many_attempts", .tooManyAttempts, .resourceExhausted),
            ("too_many_requests", .tooManyAttempts, .resourceExhausted),
            ("too_many_streams", .tooManyAttempts, .resourceExhausted), ("too_large", .tooLarge, .resourceExhausted),
            ("busy", .busy, .resourceExhausted), ("conflict", .conflict, .aborted),
            ("full", .unavailable, .unavailable), ("outcome_unknown", .unavailable, .unavailable),
            ("corrupted", .corrupted, .dataLoss), ("projection_behind", .behind, .deadlineExceeded),
        ] as [(String, RefusalKind, RPCError.Code)])
    func aCodeHasAKindAndAStatus(code: String, kind: RefusalKind, status: RPCError.Code) {
        #expect(RefusalKind(code: code) == kind)
        #expect(kind.statusCode == status)
    }

    /// One thing has one code, at whichever door, and the status of that code.
    @Test func everyDoorTellsTheSameCode() {
        struct Unforeseen: Error {}
        let errors: [(any Error, String, Int)] = [
            (ProjectionError(.timedOut, "/srv/x"), "projection_behind", 504),
            (ProjectionError(.stopped, "/srv/x"), "projection_stopped", 503),
            (ProjectionError(.damaged, "/srv/x"), "projection_damaged", 500),
            (EventLogError(.corrupted, "/srv/x"), "corrupted", 500), (EventLogError(.full, "/srv/x"), "full", 503),
            (EventLogError(.notFound, "/srv/x"), "io_error", 503),
            (EventLogError(.outcomeUnknown, "/srv/x"), "outcome_unknown", 503),
            (UnreadableMedia(cause: EventLogError(.corrupted, "/srv/x")), "media_corrupted", 500),
            (CredentialsError(.inputOutput, "/srv/x"), "io_error", 503),
            (CommandInputError.unknownCommand("X"), "unknown_command", 404),
            (CancellationError(), "shutting_down", 503), (Unforeseen(), "internal", 500),
            (Refusal("request_expired", "Late."), "request_expired", 409),
            (LimitReached(code: "busy", message: "Later.", retryAfter: .seconds(1)), "busy", 503),
        ]
        for (error, code, status) in errors {
            let (problem, failure) = (Problem(error), CallFailure(error))
            #expect(problem.code == code && failure.code == code, "\(error)")
            #expect(problem.status.code == status && problem.detail == failure.message, "\(error)")
            #expect(!problem.detail.isEmpty && !problem.detail.contains("/srv"), "\(error): \(problem.detail)")
            #expect(failure.code == "unknown_command" || failure.kind != .state || status == 409)
        }
    }

    /// Errors of the rooms below are no refusals by state, which is what an unknown code is taken for.
    @Test func everyErrorOfTheRoomsBelowIsKnown() {
        let log: [EventLogError.Code] = [
            .conflict, .idReused, .invalidInput, .busy, .full, .outcomeUnknown, .corrupted, .newerFormat, .notFound,
            .locked, .closed, .inputOutput, .checkpointMismatch, .notSigned, .invalidProof,
        ]
        let credentials: [CredentialsError.Code] = [
            .invalidCredentials, .invalidPassword, .sessionExpired, .sessionRevoked, .tooManyAttempts, .busy,
            .inputOutput, .corrupted, .newerFormat, .notFound, .invalidInput,
        ]
        let projections: [ProjectionError.Code] = [
            .unknownGroup, .notReady, .stopped, .timedOut, .locked, .superseded, .notApplicable, .damaged, .inputOutput,
        ]
        let reading: [ReadModelError.Code] = [
            .userNotFound, .feedNotFound, .photoNotFound, .albumNotFound, .invalidLimit, .invalidCursor,
            .invalidPosition,
            .invalidSearch, .invalidDistance,
        ]
        let codes =
            log.map(\.rawValue) + credentials.map(\.rawValue) + projections.map(\.rawValue) + reading.map(\.rawValue)
        for code in codes { #expect(RefusalKind(code: code) != .state, "\(code)") }
    }
}
