import GlimpDomain
import MediaWork

/// How large an upload may be, and what it may cost.
public struct MediaLimits: Sendable {
    /// The bytes that a command may name at most.
    public static let most = Int(Photo.maximumBytes)

    /// Of a picture; never more than ``most``.
    public var bytes = most { didSet { bytes = min(bytes, Self.most) } }
    /// Of a video.
    public var videoBytes = 100 << 20
    /// Of a picture as it was uploaded, or of one of a video's.
    public var pixels = 100_000_000
    /// Pictures that are decoded at once, each in a process of its own.
    public var picturesAtOnce = 2
    /// Pictures that wait for it.
    public var picturesWaiting = 64
    /// What one may take to be decoded and written anew.
    public var pictureSeconds = 30
    /// Mebibytes of address space that one may need for it.
    public var pictureMegabytes = 2_048

    /// What one video may take to be written anew.
    public var videoSeconds = 60
    /// Mebibytes of address space that one may need for it.
    public var videoMegabytes = 1_024

    /// Hours for which an upload is kept that nothing uses.
    public var unusedHours = 24
    /// After this the log is asked what became of a claim. Longer than any command takes; one that took longer would be
    /// told to try again.
    static let claimSeconds: Int64 = 3_600

    public init() {}

    /// - Parameter format: nil: not known yet.
    package func bytes(of format: MediaFormat?) -> Int {
        switch format {
        case nil: max(bytes, videoBytes)
        case .picture: bytes
        case .video: videoBytes
        }
    }

    package func tooLarge(_ format: MediaFormat?) -> MediaError {
        let what = if case .picture = format { "picture" } else { "video" }
        return MediaError(.tooLarge, "The \(what) has more than \(bytes(of: format)) bytes.")
    }

    var tooManyPixels: MediaError {
        MediaError(.tooManyPixels, "It has more than \(Double(pixels) / 1_000_000) million pixels.")
    }
}
