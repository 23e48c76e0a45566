import EventLog
import Foundation
import GlimpDomain
import LMDB
import MediaWork
import Testing

@testable import GlimpService

extension Service {
    /// Something that a person has uploaded, as a worker would have made it of a picture.
    /// - Parameters:
    ///   - content: tells one upload from another.
    ///   - box: the part that is kept.
    ///   - created: nil: now.
    func upload(
        by owner: UserID, content: Int, box: CropBox? = nil, created: Timestamp? = nil
    ) throws -> MediaRecord {
        let files = glimp.media.files
        let index = try glimp.media.openIndex()
        let kept = try KeptFile(in: files)
        let bytes = Array("content \(content) \(String(describing: box))".utf8)
        let clear = try NamelessFile()
        try FileBytes.write(bytes, to: clear.descriptor, "a test")
        let fileHash = try kept.seal(clear, of: glimp.personKeys.makeKey(of: owner))
        let record = MediaRecord(
            media: kept.media, owner: owner, content: hash(content, of: owner), box: box, format: .picture(.png),
            width: 3, height: 3,
            bytes: UInt64(bytes.count), fileHash: fileHash, milliseconds: 0, created: created ?? clock.now)
        return try kept.keep(as: record, in: index)
    }

    /// What ``upload(by:content:box:created:)`` pretends the content's SHA-256 to be.
    static func sha256(_ content: Int) -> [UInt8] {
        withUnsafeBytes(of: content) { Array($0) } + [UInt8](repeating: 7, count: 24)
    }

    func hash(_ content: Int, of owner: UserID) -> KeyedHash<SentContent> {
        glimp.keys.hasher.hash(SentContent(uploader: owner, sha256: Self.sha256(content)))
    }

    /// The sizes of what lies in `files/` and `renditions/`, by their path.
    var mediaFiles: [String: Int] {
        get throws {
            let files = glimp.media.files
            let paths = try FileManager.default.subpathsOfDirectory(atPath: files.directory).filter {
                ($0.hasPrefix("files/") || $0.hasPrefix("renditions/")) && $0.split(separator: "/").count == 3
            }
            return Dictionary(uniqueKeysWithValues: paths.map { ($0, FileSystem.size(of: "\(files.directory)/\($0)")) })
        }
    }

    /// What stands in the index of an upload that is not settled.
    func unsettled(_ media: MediaID) throws -> Unsettled? {
        let index = try glimp.media.openIndex()
        return try index.environment.read { try index.unsettled(media, in: $0) }
    }

    /// Whether an upload is there with its file.
    func isThere(_ record: MediaRecord) throws -> Bool {
        let hasRecord = try glimp.media.record(of: record.media) != nil
        #expect(hasRecord == FileSystem.exists(glimp.media.files.file(record.media)))
        return hasRecord
    }

    /// Whether record and file of an upload are gone, while something may be removing one after the other.
    func isGone(_ record: MediaRecord) throws -> Bool {
        try glimp.media.record(of: record.media) == nil && !FileSystem.exists(glimp.media.files.file(record.media))
    }

    /// Bob's picture, from now on.
    func show(_ record: MediaRecord, id: CommandID? = nil) async throws -> Outcome {
        try await sendSignedIn(
            "ChangeProfilePicture", #"{"photo":{"media":"\#(record.media)"}}"#, by: record.owner, id: id)
    }

    func sweep() async throws -> MediaSwept { try await MediaSweep(glimp).sweep() }
}

let hour: Int64 = 3_600
