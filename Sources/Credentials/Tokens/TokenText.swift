/// The written form of a token: a prefix that tells its kind (and that scanners for leaked secrets can find), then its
/// bytes in base64url without padding (RFC 4648, section 5).
///
/// Every request shows one, so this goes over the bytes itself.
enum TokenText {
    static func write(_ prefix: String, _ secret: [UInt8]) -> String {
        let digits = base64URLDigits
        var text = Array(prefix.utf8)
        text.reserveCapacity(text.count + digitCount(of: secret.count))
        var (bits, count) = (0 as UInt32, 0)
        for byte in secret {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << UInt32(6 - count) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// nil: the text is no such token, or not the one way to write it.
    static func read(_ prefix: String, _ text: String, byteCount: Int) -> [UInt8]? {
        // Bounded before anything is decoded.
        guard text.utf8.count == prefix.utf8.count + digitCount(of: byteCount), text.utf8.starts(with: prefix.utf8)
        else { return nil }
        var secret: [UInt8] = []
        secret.reserveCapacity(byteCount)
        var (bits, count) = (0 as UInt32, 0)
        for digit in text.utf8.dropFirst(prefix.utf8.count) {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                secret.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // What is left of the last digit is zero, or there would be several ways to write one token.
        guard secret.count == byteCount, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return secret
    }

    private static func digitCount(of bytes: Int) -> Int { (bytes * 8 + 5) / 6 }

    private static let base64URLDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
