import Crypto
import FoundationEssentials
import GlimpDomain

/// What a push service is told of a message that it can't read (RFC 8030, section 5).
enum PushHeaders {
    /// Of what can't be too late.
    static let longest: Int64 = 7 * 86_400

    static func of(_ message: Message, authorization: String) -> [(String, String)] {
        // A request that nobody can answer any more is not delivered; what can be answered now is worth waking for.
        var headers = [
            ("authorization", authorization), ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"), ("ttl", "\(message.secondsLeft ?? longest)"),
            ("urgency", message.request == nil ? "normal" : "high"),
        ]
        if let request = message.request { headers.append(("topic", topic(request))) }
        return headers
    }

    /// A repeat replaces what was not delivered yet. At most 32 characters of base64url, and no id that means something
    /// elsewhere.
    static func topic(_ request: GlimpRequestID) -> String {
        Data(SHA256.hash(data: Data("glimp push topic v1 \(request)".utf8)).prefix(24)).base64URL
    }
}
