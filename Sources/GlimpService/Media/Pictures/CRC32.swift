/// The checksum of a PNG chunk (PNG, third edition, annex D).
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { remainder, _ in
            remainder & 1 == 1 ? 0xEDB8_8320 ^ remainder >> 1 : remainder >> 1
        }
    }

    private var register = UInt32.max

    mutating func update(_ bytes: Span<UInt8>) {
        let table = Self.table
        for index in bytes.indices {
            register = table[Int((register ^ UInt32(bytes[index])) & 0xFF)] ^ register >> 8
        }
    }

    var value: UInt32 { ~register }
}
