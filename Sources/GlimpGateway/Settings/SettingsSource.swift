import Configuration
import Foundation

/// Where settings come from: what was given with the command, the environment, or a file.
public struct SettingsSource: Sendable {
    /// What the settings of this source are called, for people.
    public let name: String
    private let snapshot: any ConfigSnapshot
    /// Before each key; the environment is shared with others.
    private let prefix: [String]
    /// How a setting is named in this source.
    private let label: @Sendable (Setting) -> String

    /// A setting's value; nil when this source says nothing of it.
    func content(of setting: Setting) throws(SettingError) -> ConfigContent? {
        do {
            let key = AbsoluteConfigKey(prefix + setting.path.components)
            return try snapshot.value(forKey: key, type: setting.type).value?.content
        } catch {
            // The library's error repeats nothing of the value either; only the form is of use to a reader.
            throw SettingError(name: label(setting), reason: "must be of the form: \(setting.form)")
        }
    }

    func error(_ setting: Setting, _ unfit: Setting.Unfit) -> SettingError {
        SettingError(name: label(setting), reason: unfit.reason)
    }

    /// Keys and their values as text, such as `--set http.bodyBytes=1024` gives.
    /// - Throws: for a key that there is not.
    public static func given(_ values: [String: String], as label: @escaping @Sendable (String) -> String)
        throws(SettingError) -> SettingsSource
    {
        var variables: [String: String] = [:]
        for (key, value) in values {
            guard let setting = ServerSettings.all.first(where: { $0.key == key }) else {
                throw SettingError(name: label(key), reason: "is no setting; see `glimp settings`")
            }
            variables[setting.variable] = value
        }
        // Text, and so read as the environment's is.
        return SettingsSource(
            name: "command", snapshot: EnvironmentVariablesProvider(environmentVariables: variables).snapshot(),
            prefix: ["glimp"], label: { label($0.key) })
    }

    /// Variables such as `GLIMP_HTTP_BODY_BYTES`.
    /// - Throws: for a variable that looks like a setting and is none.
    public static func environment(_ variables: [String: String]) throws(SettingError) -> SettingsSource {
        let known = Set(ServerSettings.all.map(\.variable))
        let rooms = Set(ServerSettings.all.compactMap { $0.path.components.count > 1 ? $0.path.components[0] : nil })
        for name in variables.keys.sorted() where !known.contains(name) {
            guard !rooms.contains(where: { name.hasPrefix("GLIMP_\($0.uppercased())_") }) else {
                throw SettingError(name: name, reason: "is no setting; see `glimp settings`")
            }
        }
        return SettingsSource(
            name: "environment", snapshot: EnvironmentVariablesProvider(environmentVariables: variables).snapshot(),
            prefix: ["glimp"], label: \.variable)
    }

    /// A JSON object, with an object in it for each level of the keys.
    /// - Throws: when it can't be read, is no JSON object, or says what is no setting.
    public static func file(_ path: String) throws(SettingError) -> SettingsSource {
        guard let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: maximumBytes + 1) ?? Data()
        else { throw SettingError(name: path, reason: "can't be read") }
        guard data.count <= maximumBytes else {
            throw SettingError(name: path, reason: "has more than \(maximumBytes) bytes")
        }
        let snapshot: JSONSnapshot
        do {
            snapshot = try JSONSnapshot(data: data.bytes, providerName: path, parsingOptions: .default)
        } catch {
            throw SettingError(name: path, reason: "is no JSON object of settings: \(error.localizedDescription)")
        }
        let known = Set(ServerSettings.all.map(\.key))
        if let unknown = keys(of: data).sorted().first(where: { !known.contains($0) }) {
            throw SettingError(name: "\(path): \(unknown)", reason: "is no setting; see `glimp settings`")
        }
        return SettingsSource(name: "file", snapshot: snapshot, prefix: [], label: { "\(path): \($0.key)" })
    }

    private static var maximumBytes: Int { 1 << 20 }

    private static func keys(of data: Data) -> [String] {
        func keys(_ value: Any, _ path: [String]) -> [String] {
            guard let object = value as? [String: Any] else { return [path.joined(separator: ".")] }
            return object.flatMap { keys($0.value, path + [$0.key]) }
        }
        return (try? JSONSerialization.jsonObject(with: data)).map { keys($0, []) } ?? []
    }
}
