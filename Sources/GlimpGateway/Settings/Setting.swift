import Configuration

/// One thing that can be set: its key, what it means, what it may be, and where it goes.
public struct Setting: Sendable {
    /// In a file and after `--set`, with a dot for each level.
    public let key: String
    public let summary: String
    /// What may be given.
    public let form: String
    let type: ConfigType
    let apply: @Sendable (ConfigContent, inout ServerSettings) throws(Unfit) -> Void
    let read: @Sendable (ServerSettings) -> String

    /// Why a value of the right type is not taken; follows the setting's name.
    struct Unfit: Error { let reason: String }

    /// The value in force, as it would be given.
    public func value(in settings: ServerSettings) -> String { read(settings) }

    /// The environment variable that sets it: `GLIMP_HTTP_BODY_BYTES` for `http.bodyBytes`.
    public var variable: String {
        let lookup = try? EnvironmentVariablesProvider(environmentVariables: [:])
            .value(forKey: AbsoluteConfigKey(["glimp"] + path.components), type: .string)
        return lookup?.encodedKey ?? ""
    }

    var path: AbsoluteConfigKey { AbsoluteConfigKey(key.split(separator: ".").map(String.init)) }
}
