public import EventLog
import FoundationEssentials
public import GlimpDomain

/// What is known of an upload.
public struct MediaRecord: Hashable, Sendable {
    public let media: MediaID
    /// Who uploaded it.
    public let owner: UserID
    /// Of the content as it was uploaded, 32 bytes.
    public let sha256: [UInt8]
    let format: Picture.Format
    /// In pixels.
    public let width: UInt32
    public let height: UInt32
    public let bytes: UInt64
    public let created: Timestamp

    public var mime: String { format.mime }

    /// As commands and events name it; nil for what no command may use.
    var photo: Photo? {
        Photo(media: media, sha256: sha256, mime: mime, width: width, height: height, bytes: bytes)
    }
}

extension MediaRecord {
    /// The first byte of a stored record: the number of its form.
    private static let form: UInt8 = 1
    private static let length = 1 + 16 + 32 + 1 + 4 + 4 + 8 + 8

    /// Numbers big-endian, every field of fixed length; the id is the key.
    var stored: [UInt8] {
        var stored = [Self.form]
        stored += owner.rawValue.bytes
        stored += sha256
        stored.append(format.rawValue)
        withUnsafeBytes(of: width.bigEndian) { stored.append(contentsOf: $0) }
        withUnsafeBytes(of: height.bigEndian) { stored.append(contentsOf: $0) }
        withUnsafeBytes(of: bytes.bigEndian) { stored.append(contentsOf: $0) }
        withUnsafeBytes(of: created.microseconds.bigEndian) { stored.append(contentsOf: $0) }
        return stored
    }

    /// - Throws: ``EventLogError`` `newer_format`, `corrupted`.
    init(_ media: MediaID, stored: [UInt8]) throws(EventLogError) {
        guard let form = stored.first, form <= Self.form else {
            throw EventLogError(.newerFormat, "the record of upload \(media) was written by a newer version")
        }
        guard stored.count == Self.length, let format = Picture.Format(rawValue: stored[49]) else {
            throw EventLogError(.corrupted, "the record of upload \(media) is damaged: restore media/")
        }
        func number<Number: FixedWidthInteger>(_ start: Int) -> Number {
            stored[start..<start + MemoryLayout<Number>.size].reduce(0) { $0 << 8 | Number($1) }
        }
        self.media = media
        owner = UserID(rawValue: UUID(bytes: stored[1..<17]))
        sha256 = Array(stored[17..<49])
        self.format = format
        width = number(50)
        height = number(54)
        bytes = number(58)
        created = Timestamp(microseconds: Int64(bitPattern: number(66)))
    }
}

extension UUID {
    /// - Precondition: there are 16.
    init(bytes: some Collection<UInt8>) {
        precondition(bytes.count == 16, "a UUID has 16 bytes")
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }

    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
