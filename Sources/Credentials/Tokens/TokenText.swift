import FoundationEssentials

/// The written form of a token: a prefix that tells its kind (and that scanners for leaked secrets can find), then its
/// bytes in base64url without padding (RFC 4648, section 5).
enum TokenText {
    static func write(_ prefix: String, _ secret: [UInt8]) -> String { prefix + base64URL(secret) }

    /// nil: the text is no such token, or not the one way to write it.
    static func read(_ prefix: String, _ text: String, byteCount: Int) -> [UInt8]? {
        // Bounded before anything is decoded.
        guard text.utf8.count == prefix.utf8.count + (byteCount * 8 + 5) / 6, text.hasPrefix(prefix) else { return nil }
        var body = String(text.dropFirst(prefix.count).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        body += String(repeating: "=", count: (4 - body.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: body), data.count == byteCount else { return nil }
        let secret = [UInt8](data)
        return write(prefix, secret) == text ? secret : nil
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
    }
}
