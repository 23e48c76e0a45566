import FoundationEssentials

/// What the log says about itself: its format and its id. Layout in `Schemas/RECORD.md`.
///
/// In every format the number of the format comes first and the checksum last, so that a newer one can be told from a
/// damaged one.
struct LogHeader: Sendable, Equatable {
    var format: UInt32
    var id: UUID

    static let format: UInt32 = 1

    init(format: UInt32, id: UUID) {
        self.format = format
        self.id = id
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(integer: format)
        bytes.append(uuid: id)
        bytes.append(integer: bytes.span.bytes.checksum())
        return bytes
    }

    /// nil: damaged.
    init?(_ bytes: RawSpan) {
        guard bytes.byteCount >= 28,
            bytes.littleEndian(UInt64.self, at: bytes.byteCount - 8)
                == bytes.extracting(..<(bytes.byteCount - 8)).checksum()
        else { return nil }
        var reader = BytesReader(bytes)
        guard let format = reader.integer(UInt32.self), let id = reader.uuid() else { return nil }
        self.init(format: format, id: id)
    }
}
