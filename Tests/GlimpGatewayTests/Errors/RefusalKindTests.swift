import Credentials
import EventLog
import GRPCCore
import GlimpReadModels
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
