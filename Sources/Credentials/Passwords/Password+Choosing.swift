extension Password {
    /// Whether it may be chosen, before anything is done that needs it.
    /// - Throws: `invalid_password`.
    public func requireChoosable() throws(CredentialsError) { _ = try chosen() }
}
