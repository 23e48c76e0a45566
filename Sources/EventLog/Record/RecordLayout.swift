/// Where each part of a record lies; the whole layout is told in `Schemas/RECORD.md`. Integers are little-endian.
enum RecordLayout {
    static let format: UInt8 = 1

    /// XXH3-64 of everything after it.
    static let checksum = 0
    /// 32 bytes; see ``LeafHash``.
    static let leafHash = 8
    /// From here to the payload the leaf hash covers the header; the two fields before cannot cover themselves.
    static let hashedHeader = 40
    static let formatByte = 40
    static let flags = 41
    static let schemaVersion = 42
    static let payloadOffset = 44
    static let position = 48
    static let time = 56
    static let eventID = 64
    static let commandID = 80
    static let bodyDigest = 96
    static let index = 112
    static let count = 116
    static let payloadLength = 120
    static let typeLength = 124
    static let actorLength = 125
    static let tagCount = 126
    /// Type, actor, then each tag as one byte of length and its bytes, then the payload.
    static let names = 128

    /// Flag: the command had an id.
    static let hasCommandID: UInt8 = 1
}
