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
            let hyphen = UInt8(ascii: "-")
            guard text.count == 36, text[8] == hyphen, text[13] == hyphen, text[18] == hyphen, text[23] == hyphen
            else { return nil }
            guard let head = Hex.number(text[0..<8]), let second = Hex.number(text[9..<13]),
                let third = Hex.number(text[14..<18]), let fourth = Hex.number(text[19..<23]),
                let tail = Hex.number(text[24..<36])
            else { return nil }
            return UUID(high: head << 32 | second << 16 | third, low: fourth << 48 | tail)
        }
        guard let uuid else { return nil }
        self = uuid
    }
}

extension UUID {
    /// Its 16 bytes, the most significant first.
    package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
