import HTTPTypes

// The header fields that are Glimp's own, and those of others that the library has no name for.

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
    /// Where a stream goes on (WHATWG HTML, section 9.2.4).
    static let lastEventID = own("Last-Event-ID")
    /// Who asked the proxy, and who asked that one.
    static let xForwardedFor = own("X-Forwarded-For")

    /// Those that a client may send.
    static let ofRequests: [HTTPField.Name] = [.glimpWaitFor, .idempotencyKey, .lastEventID]
}
