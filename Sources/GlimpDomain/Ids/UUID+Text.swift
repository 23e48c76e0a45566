public import FoundationEssentials

// Every command prints and parses several ids, so both ways go over the bytes directly: Foundation's own
// `uuidString` prints upper case and would have to be folded again.

extension UUID {
    /// The text in lower case, 36 characters (RFC 9562, section 4).
    public var canonicalText: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var place = 0
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    text[place] = Hex.digit(byte >> 4)
                    text[place + 1] = Hex.digit(byte & 0x0F)
                    place += 2
                }
                return place
            }
        }
    }

    /// The UUID that `text` spells in the form 8-4-4-4-12, in either case as RFC 9562 demands; nil for any other text.
    public init?(canonical text: String) {
        var text = text
        let uuid: UUID? = text.withUTF8 { text in
            guard text.count == 36 else { return nil }
            var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            let isWellFormed = withUnsafeMutableBytes(of: &value) { bytes in
                var place = 0
                for index in 0..<16 {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        guard text[place] == UInt8(ascii: "-") else { return false }
                        place += 1
                    }
                    guard let high = Hex.value(text[place]), let low = Hex.value(text[place + 1]) else { return false }
                    bytes[index] = high << 4 | low
                    place += 2
                }
                return true
            }
            return isWellFormed ? UUID(uuid: value) : nil
        }
        guard let uuid else { return nil }
        self = uuid
    }
}
