import ArgumentParser
import Foundation
import GlimpGateway
import GlimpService

/// The limits that servers of this data directory have: from the environment over a file, as theirs.
struct MediaLimitsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The JSON file with the servers' settings (default: $GLIMP_CONFIG, or none).", valueName: "file"),
        completion: .file())
    var config: String?

    /// - Parameter given: what an option says of a setting, with the option's name.
    /// - Throws: ``SettingError``.
    func limits(_ given: (key: String, value: String, option: String)? = nil) throws -> MediaLimits {
        let environment = ProcessInfo.processInfo.environment
        var sources = [try SettingsSource.environment(environment)]
        if let given {
            sources.insert(try .given([given.key: given.value]) { _ in given.option }, at: 0)
        }
        if let path = config ?? environment["GLIMP_CONFIG"] { sources.append(try .file(path)) }
        return try ServerSettings.read(from: sources).settings.media
    }
}
