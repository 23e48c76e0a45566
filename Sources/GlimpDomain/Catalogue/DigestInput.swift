import SwiftProtobuf

/// What the keyed digest of a command's body is taken of: the same for the same message, however it was written down.
enum DigestInput {
    /// The command's name, a zero byte, and the message as it was sent, in the binary form with fields in order.
    static func bytes(name: String, _ wire: some Message) throws -> [UInt8] {
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        let body: [UInt8] = try wire.serializedBytes(options: options)
        return Array(name.utf8) + [0] + body
    }
}
