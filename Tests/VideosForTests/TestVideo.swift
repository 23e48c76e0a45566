import CVideosForTests
import Foundation

/// A video that a test makes.
public struct TestVideo {
    /// Else MP4.
    public var isQuickTime = false
    public var width = 160
    public var height = 96
    /// 25 a second.
    public var frames = 30
    /// Degrees, a multiple of 90.
    public var rotation = 0
    public var hasSound = true
    public var hasVideo = true
    /// Where and when, and by whom: ``origin``.
    public var hasOrigin = false

    public init() {}

    /// What must not be found in a file that is kept.
    public static let origin = ["Ada Leitz", "43.4674", "apple", "2019"]

    public var encoded: [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "video-\(UUID().uuidString)").path(
            percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let result = (isQuickTime ? "mov" : "mp4").withCString { muxer in
            var video = CTestVideo(
                muxer: muxer, width: Int32(width), height: Int32(height), frames: Int32(frames),
                rotation: Int32(rotation), has_sound: hasSound ? 1 : 0, has_video: hasVideo ? 1 : 0,
                has_origin: hasOrigin ? 1 : 0)
            return cvideos_make(path, &video)
        }
        precondition(result == 0, "a video can't be made: \(result)")
        return (try? Array(Data(contentsOf: URL(filePath: path)))) ?? []
    }
}

/// What a file of a video holds.
public struct SeenVideo: Equatable, Sendable {
    public var width: Int
    public var height: Int
    public var rotation: Int
    public var frames: Int
    public var sounds: Int
    /// Streams of anything else.
    public var others: Int
    /// Whether its index stands before its frames.
    public var beginsAtOnce: Bool

    /// - Returns: nil for what can't be decoded to its end.
    public init?(_ path: String) {
        var seen = CSeenVideo()
        guard cvideos_see(path, &seen) == 0 else { return nil }
        (width, height, rotation) = (Int(seen.width), Int(seen.height), Int(seen.rotation))
        (frames, sounds, others) = (Int(seen.frames), Int(seen.sounds), Int(seen.others))
        beginsAtOnce = seen.index_is_first != 0
    }
}
