import Crypto
import FoundationEssentials

/// What a webhook is signed with (Standard Webhooks): 32 random bytes, told once as `whsec_` and base64.
struct WebhookSecret: Sendable {
    let bytes: Data

    init(bytes: Data) { self.bytes = bytes }

    static func random() -> WebhookSecret {
        WebhookSecret(bytes: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
    }

    var text: String { "whsec_" + bytes.base64EncodedString() }

    /// - Parameters:
    ///   - id: of the message; has no full stop.
    ///   - timestamp: in seconds.
    /// - Returns: what `webhook-signature` says.
    func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        var code = HMAC<SHA256>(key: SymmetricKey(data: bytes))
        code.update(data: Array("\(id).\(timestamp).".utf8))
        code.update(data: body)
        return "v1," + Data(code.finalize()).base64EncodedString()
    }
}
