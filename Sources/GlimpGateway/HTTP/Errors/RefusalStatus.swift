import HTTPTypes
import Hummingbird

/// The status of each refusal: what is not there or one may not know of, what is not one's own, what is well-formed but
/// can't be, and, for the rest, what stands in the way at the moment.
enum RefusalStatus {
    private static let notFound: Set<String> = [
        "user_not_found", "request_not_found", "glimp_not_found", "photo_not_found", "feed_not_found", "not_found",
    ]
    private static let forbidden: Set<String> = ["not_yours", "actor_required"]
    private static let invalid: Set<String> = ["photo_not_square", "self"]

    static func of(_ code: String) -> HTTPResponse.Status {
        if notFound.contains(code) { return .notFound }
        if forbidden.contains(code) { return .forbidden }
        if code == "snap_already_viewed" { return .gone }
        if code.hasPrefix("invalid_") || invalid.contains(code) { return .unprocessableContent }
        return .conflict
    }
}
