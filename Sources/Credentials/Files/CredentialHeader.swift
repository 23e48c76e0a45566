import LMDB

/// What the environment says about itself, written when it is made: its format, the key of one that has no pepper, and
/// what tells whether a pepper is the one it was made with.
///
/// In every format the number of the format comes first.
struct CredentialHeader: Equatable {
    static let format: Int64 = 1

    var key: [UInt8]
    var keyCheck: [UInt8]

    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.number(Self.format)
        writer.fixed(key)
        writer.fixed(keyCheck)
        return writer.bytes
    }

    init(key: [UInt8], keyCheck: [UInt8]) {
        self.key = key
        self.keyCheck = keyCheck
    }

    /// - Throws: `newer_format`, `corrupted`.
    init(stored: [UInt8], directory: String) throws(CredentialsError) {
        var reader = ByteReader(stored, "the header of \(directory)")
        let format = try reader.number()
        guard format >= 1 else { throw .damaged("the header of \(directory)") }
        guard format <= Self.format else {
            throw CredentialsError(
                .newerFormat, "\(directory) has format \(format) of the credentials, this program knows \(Self.format)")
        }
        key = try reader.fixed(32)
        keyCheck = try reader.fixed(16)
    }
}
