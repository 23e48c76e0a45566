import FoundationEssentials

extension UUID {
    /// As ids are written everywhere else: in lower case (RFC 9562).
    var text: String { uuidString.lowercased() }
}
