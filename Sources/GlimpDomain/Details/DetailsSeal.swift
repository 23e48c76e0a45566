/// Seals the details of events, with keys that the domain does not see.
public struct DetailsSeal: Sendable {
    let seal: @Sendable (_ clear: [UInt8], _ person: UserID, _ name: [UInt8]) throws -> [UInt8]

    /// - Parameter seal: gives what only `person`'s key opens, and only under `name`. Called in the log's write
    ///   transaction: it waits for nothing.
    public init(_ seal: @escaping @Sendable (_ clear: [UInt8], _ person: UserID, _ name: [UInt8]) throws -> [UInt8]) {
        self.seal = seal
    }

    /// Of a command whose events have no details.
    public static let none = DetailsSeal { _, _, _ in throw DetailsError.unannounced }
}

/// Opens the details of events.
public struct DetailsOpener: Sendable {
    let open: @Sendable (_ sealed: ArraySlice<UInt8>, _ person: UserID, _ name: [UInt8]) throws -> [UInt8]?

    /// - Parameter open: gives what was sealed; nil when the person was erased. A key that is missing without that is an
    ///   error.
    public init(
        _ open: @escaping @Sendable (_ sealed: ArraySlice<UInt8>, _ person: UserID, _ name: [UInt8]) throws -> [UInt8]?
    ) {
        self.open = open
    }
}
