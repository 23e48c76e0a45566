import FoundationEssentials

extension [UInt8] {
    /// Standard base64 (RFC 4648, section 4). nil: something else, among that what only decodes to the same: bits that
    /// padding leaves over must be zero, else a text could be altered without being noticed.
    init?(base64 text: some StringProtocol) {
        guard let data = Data(base64Encoded: String(text)), data.base64EncodedString() == text else { return nil }
        self.init(data)
    }

    var base64: String { Data(self).base64EncodedString() }
}
