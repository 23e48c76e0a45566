/// A picture's content in the hands of its uploader: what may answer one request only.
///
/// Judged by content, not by the id of the upload, and apart for each person: two may well send the same picture.
public struct SentContent: KeyedHashable, Hashable {
    public static let tagPrefix = "media:"

    public let uploader: UserID
    /// Of the content as uploaded, 32 bytes. It goes into keyed hashes, and nowhere else.
    public let sha256: [UInt8]

    public init(uploader: UserID, sha256: [UInt8]) {
        self.uploader = uploader
        self.sha256 = sha256
    }

    public var canonicalBytes: [UInt8] { Array(uploader.description.utf8) + sha256 }
}
