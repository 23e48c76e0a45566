import GlimpDomain

/// How large an upload may be.
public struct MediaLimits: Sendable {
    /// The bytes that a command may name at most.
    public static let most = Int(Photo.maximumBytes)

    /// Of the content; never more than ``most``.
    public var bytes = most { didSet { bytes = min(bytes, Self.most) } }
    public var pixels = 100_000_000

    public init() {}

    package var tooLarge: MediaError {
        MediaError(.tooLarge, "The picture has more than \(bytes) bytes.")
    }
}
