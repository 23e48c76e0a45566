/// Reads the lengths that stand before the messages of a stream, however it is cut: a byte that says whether the message is
/// compressed, then four of its length (PROTOCOL-HTTP2 of gRPC, "Length-Prefixed-Message").
struct MessageLengths {
    private var prefix: [UInt8] = []
    /// Bytes of the message that are still to come.
    private var left = 0

    private static let prefixBytes = 5

    /// Whether a message has begun whose end is still to come.
    var isInside: Bool { left > 0 || !prefix.isEmpty }

    /// Takes the next bytes.
    /// - Returns: the first length that is over `limit`; then nothing more may be given.
    mutating func firstLength(over limit: Int, in bytes: some RandomAccessCollection<UInt8>) -> Int? {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard left == 0 else {
                let message = min(left, rest.count)
                left -= message
                rest = rest.dropFirst(message)
                continue
            }
            let missing = rest.prefix(Self.prefixBytes - prefix.count)
            prefix += missing
            rest = rest.dropFirst(missing.count)
            guard prefix.count == Self.prefixBytes else { return nil }
            left = prefix.dropFirst().reduce(0) { $0 << 8 | Int($1) }
            prefix = []
            if left > limit { return left }
        }
        return nil
    }
}
