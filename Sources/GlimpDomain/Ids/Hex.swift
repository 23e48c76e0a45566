/// Hexadecimal digits as bytes of text.
package enum Hex {
    /// The lower-case digit of `value`, 0 …< 16.
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// What up to 16 digits in either case stand for, the most significant first; nil when there is any other byte.
    static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
        var number: UInt64 = 0
        var isWellFormed = true
        for digit in digits {
            let decimal = digit &- UInt8(ascii: "0")
            let letter = (digit | 0x20) &- UInt8(ascii: "a")
            isWellFormed = isWellFormed && (decimal < 10 || letter < 6)
            number = number << 4 | UInt64(decimal < 10 ? decimal : letter &+ 10)
        }
        return isWellFormed ? number : nil
    }

    /// The bytes of pairs of lower-case digits.
    static func bytes(_ text: String) -> [UInt8] {
        let values = text.utf8.map { $0 < UInt8(ascii: "a") ? $0 - UInt8(ascii: "0") : $0 - UInt8(ascii: "a") + 10 }
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    package static func text(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { text in
            for (index, byte) in bytes.enumerated() {
                text[index * 2] = digit(byte >> 4)
                text[index * 2 + 1] = digit(byte & 0x0F)
            }
            return bytes.count * 2
        }
    }
}
