import GlimpDomain

/// How large an upload may be.
public struct MediaLimits: Sendable {
    /// Of the content. Never more than a command may name.
    public var bytes: Int { didSet { bytes = min(bytes, Int(Photo.maximumBytes)) } }
    public var pixels = 100_000_000

    public init() { bytes = Int(Photo.maximumBytes) }

    package var tooLarge: MediaError {
        MediaError(.tooLarge, "The picture has more than \(bytes) bytes.")
    }
}
