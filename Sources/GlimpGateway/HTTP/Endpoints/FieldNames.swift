import HTTPTypes

// The header fields that are Glimp's own, and one that is a draft of the IETF.

extension HTTPField.Name {
    private static func own(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no field name") }
        return name
    }

    /// The position of the log that an answer is true for.
    static let glimpPosition = own("Glimp-Position")
    /// Wait until the answer reflects this position.
    static let glimpWaitFor = own("Glimp-Wait-For")
    /// draft-ietf-httpapi-idempotency-key-header: the command's id.
    static let idempotencyKey = own("Idempotency-Key")
}
