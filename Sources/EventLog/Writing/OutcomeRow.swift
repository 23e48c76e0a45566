import FoundationEssentials

/// A row of the log's `outcomes` table: a command that was accepted with nothing to append, or refused.
/// Layout in `Schemas/RECORD.md`.
struct OutcomeRow: Sendable, Equatable {
    var actor: String
    var commandID: UUID
    /// 16 bytes.
    var bodyDigest: [UInt8]
    /// The head when it was decided.
    var position: UInt64
    /// nil: accepted, nothing to append.
    var refusal: Refusal?

    var outcome: Outcome {
        Outcome(
            result: refusal.map(Outcome.Result.refused) ?? .nothingToAppend,
            position: Position(position),
            isDuplicate: true
        )
    }

    private static let format: UInt8 = 1

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(integer: UInt64(0))
        bytes.append(Self.format)
        bytes.append(refusal == nil ? 0 : 1)
        bytes.append(integer: position)
        bytes.append(uuid: commandID)
        bytes.append(contentsOf: bodyDigest)
        bytes.append(repeating: 0, count: 16 - bodyDigest.count)
        bytes.append(string: actor, length: UInt8.self)
        if let refusal {
            bytes.append(string: refusal.code, length: UInt8.self)
            bytes.append(string: refusal.message, length: UInt16.self)
            bytes.append(integer: UInt16(refusal.subjects.count))
            for subject in refusal.subjects { bytes.append(string: subject, length: UInt16.self) }
        }
        bytes.overwrite(bytes.span.bytes.extracting(8...).checksum(), at: 0)
        return bytes
    }

    /// nil: damaged.
    init?(_ bytes: RawSpan) {
        var reader = BytesReader(bytes)
        guard let checksum = reader.integer(UInt64.self), checksum == bytes.extracting(8...).checksum(),
            reader.integer(UInt8.self) == Self.format, let isRefused = reader.integer(UInt8.self),
            let position = reader.integer(UInt64.self), let commandID = reader.uuid(),
            let digest = reader.bytes(16), let actor = reader.string(UInt8.self)
        else { return nil }
        self.init(actor: actor, commandID: commandID, bodyDigest: digest, position: position, refusal: nil)
        guard isRefused == 1 else { return }
        guard let code = reader.string(UInt8.self), let message = reader.string(UInt16.self),
            let count = reader.integer(UInt16.self)
        else { return nil }
        var subjects: [String] = []
        for _ in 0..<count {
            guard let subject = reader.string(UInt16.self) else { return nil }
            subjects.append(subject)
        }
        refusal = Refusal(code, message, subjects: subjects)
    }

    init(actor: String, commandID: UUID, bodyDigest: [UInt8], position: UInt64, refusal: Refusal?) {
        self.actor = actor
        self.commandID = commandID
        self.bodyDigest = bodyDigest + Array(repeating: 0, count: 16 - bodyDigest.count)
        self.position = position
        self.refusal = refusal.map(Self.bounded)
    }

    /// What is kept of a refusal, in bytes of UTF-8: 255 of the code, 4,000 of the message, 500 subjects of 255.
    private static func bounded(_ refusal: Refusal) -> Refusal {
        Refusal(
            refusal.code.prefix(bytes: 255), refusal.message.prefix(bytes: 4_000),
            subjects: refusal.subjects.prefix(500).map { $0.prefix(bytes: 255) })
    }
}

extension String {
    /// As many whole characters of Unicode (a `Character` can be of any length) as fit.
    fileprivate func prefix(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var kept = UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= bytes else { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}
