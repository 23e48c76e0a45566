public import EventLog
import FoundationEssentials
public import GlimpDomain
import MediaWork

/// What is known of an upload, of which a picture or a video is kept.
public struct MediaRecord: Hashable, Sendable {
    public let media: MediaID
    /// Who uploaded it.
    public let owner: UserID
    /// Of the content as it was uploaded; of 16 bytes. Without the key nobody can tell from it who has a picture.
    let content: KeyedHash<SentContent>
    /// The part of the upload that is kept, of the picture turned upright; nil: all of it.
    let box: CropBox?
    /// This and what follows are of the picture that is kept.
    let format: MediaFormat
    /// In pixels, upright.
    public let width: UInt32
    public let height: UInt32
    public let bytes: UInt64
    /// Of the file as it is stored, sealed; 32 bytes.
    let fileHash: [UInt8]
    /// How long a video is; 0 for a picture.
    let milliseconds: UInt32
    public let created: Timestamp

    public var mime: String { format.mime }

    /// The size of the file as it is stored.
    var storedBytes: Int { SealedLayout.stored(Int(bytes)) }

    /// How long a video is; nil: it is a picture.
    package var duration: Duration? { format.isVideo ? .milliseconds(milliseconds) : nil }

    /// As events name it; nil for what no command may use: a video.
    var photo: Photo? { Photo(media: media, mime: mime, width: width, height: height, bytes: bytes) }

    /// As commands name it.
    var uploaded: UploadedPhoto? { photo.map { UploadedPhoto($0, content: content) } }
}

extension MediaRecord {
    /// The first byte of a stored record: the number of its form.
    private static let form: UInt8 = 5
    private static let length = 1 + 16 + 16 + 12 + 1 + 4 + 4 + 8 + 32 + 4 + 8

    /// Numbers big-endian, every field of fixed length; the id is the key.
    var stored: [UInt8] {
        var stored = [Self.form]
        stored += owner.rawValue.bytes
        stored += content.bytes
        stored += boxBytes
        stored.append(format.number)
        withUnsafeBytes(of: width.bigEndian) { stored.append(contentsOf: $0) }
        withUnsafeBytes(of: height.bigEndian) { stored.append(contentsOf: $0) }
        withUnsafeBytes(of: bytes.bigEndian) { stored.append(contentsOf: $0) }
        stored += fileHash
        withUnsafeBytes(of: milliseconds.bigEndian) { stored.append(contentsOf: $0) }
        withUnsafeBytes(of: created.microseconds.bigEndian) { stored.append(contentsOf: $0) }
        return stored
    }

    /// - Throws: ``EventLogError`` `newer_format`, `corrupted`.
    init(_ media: MediaID, stored: [UInt8]) throws(EventLogError) {
        guard let form = stored.first, form <= Self.form else {
            throw EventLogError(.newerFormat, "the record of upload \(media) was written by a newer version")
        }
        guard form == Self.form, stored.count == Self.length, let format = MediaFormat(number: stored[45]) else {
            throw EventLogError(.corrupted, "the record of upload \(media) is damaged: restore media/")
        }
        func number<Number: FixedWidthInteger>(_ start: Int) -> Number {
            stored[start..<start + MemoryLayout<Number>.size].reduce(0) { $0 << 8 | Number($1) }
        }
        self.media = media
        owner = UserID(rawValue: UUID(bytes: stored[1..<17]))
        content = KeyedHash(bytes: Array(stored[17..<33]))
        self.format = format
        let box: (x: UInt32, y: UInt32, size: UInt32) = (number(33), number(37), number(41))
        self.box = box.size == 0 ? nil : CropBox(x: Int(box.x), y: Int(box.y), size: Int(box.size))
        width = number(46)
        height = number(50)
        bytes = number(54)
        // No file is as large, and sizes are added up.
        guard bytes <= 1 << 40 else {
            throw EventLogError(.corrupted, "the record of upload \(media) is damaged: restore media/")
        }
        fileHash = Array(stored[62..<94])
        milliseconds = number(94)
        created = Timestamp(microseconds: Int64(bitPattern: number(98)))
    }

    /// What no two records have in common.
    var contentKey: [UInt8] { owner.rawValue.bytes + content.bytes + boxBytes }

    /// Zeros: all of it.
    private var boxBytes: [UInt8] {
        [box?.x ?? 0, box?.y ?? 0, box?.size ?? 0].flatMap { number in
            withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
        }
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
}
