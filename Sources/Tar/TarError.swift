/// Why libarchive did not do it.
public struct TarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What it was to do.
    public let action: String
    /// Its own words.
    public let reason: String

    public var description: String { "cannot \(action) an archive: \(reason)" }
}
