import GRPCCore

extension Metadata {
    /// The token of `authorization: Bearer …` (RFC 6750): the first one, if there are several.
    /// - Throws: `invalid_credentials` when there is none.
    func bearerToken() throws(CallFailure) -> String {
        var values = self[stringValues: "authorization"].makeIterator()
        guard let value = values.next() else {
            throw CallFailure("invalid_credentials", "the metadata `authorization: Bearer …` is missing")
        }
        let scheme = "bearer "
        guard value.utf8.count > scheme.utf8.count, value.prefix(scheme.count).lowercased() == scheme else {
            throw CallFailure("invalid_credentials", "the metadata `authorization` has the form `Bearer <token>`")
        }
        return String(value.dropFirst(scheme.count))
    }
}
