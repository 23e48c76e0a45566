/// Classes of bytes of ASCII text, the same in every locale.
enum ASCII {
    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    /// Neither blank, control character nor beyond ASCII.
    static func isVisible(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

    static func lowerCase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
