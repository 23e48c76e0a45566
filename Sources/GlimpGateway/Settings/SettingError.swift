/// A setting that can't be used: which, as it was given, and why. It does not repeat the value.
public struct SettingError: Error, Equatable, CustomStringConvertible {
    /// The key, the environment variable or the file.
    public let name: String
    public let reason: String

    public var description: String { "\(name) \(reason)" }
}
