/// Why a call was not answered as it asked, whatever went wrong underneath.
struct CallFailure: Error, Hashable, Sendable {
    /// Stable, `snake_case`.
    var code: String
    /// For people. Without paths, secrets and personal data.
    var message: String
    /// The ids of what stood in the way.
    var subjects: [String] = []
    /// With `conflict`: the event that matched.
    var position: UInt64?
    /// The command had been refused before, under this id.
    var isDuplicate = false
    /// How long until it is worth trying again.
    var retryAfter: Duration?

    init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }

    var kind: RefusalKind { RefusalKind(code: code) }
}

extension CallFailure {
    static let shuttingDown = CallFailure(
        "shutting_down", "This server ends, or the call was cut off: try again with the same id, go on where it ended.")

    static func invalid(_ field: String, _ message: String) -> CallFailure { CallFailure("invalid_" + field, message) }
}
