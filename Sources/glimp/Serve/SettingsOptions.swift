import ArgumentParser
import Foundation
import GlimpGateway

/// Where settings come from: these options over the environment over a file.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to listen (default: 127.0.0.1:8080); port 0 takes a free one.", valueName: "host:port"))
    var http: String?

    @Option(
        help: ArgumentHelp(
            "Where to listen for gRPC (default: 127.0.0.1:50051); `off`: nowhere.", valueName: "host:port"))
    var grpc: String?

    @Flag(help: "Offer eventlog.v1.EventLog over gRPC, to services with a token of the scope `events`.")
    var eventLog = false

    @Option(help: "The data directory (default: $GLIMP_DATA, or ./glimp-data).", completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp("A JSON file with settings (default: $GLIMP_CONFIG, or none).", valueName: "file"),
        completion: .file())
    var config: String?

    @Option(help: ArgumentHelp("Any setting; may be repeated. `glimp settings` lists them.", valueName: "key=value"))
    var set: [String] = []

    /// - Throws: ``SettingError``.
    func read() throws -> (settings: ServerSettings, origins: [String: SettingsSource]) {
        let environment = ProcessInfo.processInfo.environment
        var sources = [try given(), try .environment(environment)]
        if let path = config ?? environment["GLIMP_CONFIG"] { sources.append(try .file(path)) }
        return try ServerSettings.read(from: sources)
    }

    private func given() throws -> SettingsSource {
        var values: [String: String] = [:]
        var labels: [String: String] = [:]
        func give(_ key: String, _ value: String, as label: String) throws {
            guard values.updateValue(value, forKey: key) == nil else {
                throw ValidationError("\(label): \(key) is given twice")
            }
            labels[key] = label
        }
        for (key, option, value) in [
            ("http.listen", "--http", http), ("grpc.listen", "--grpc", grpc), ("data", "--data", data),
            ("grpc.eventLog", "--event-log", eventLog ? "true" : nil),
        ] {
            if let value { try give(key, value, as: option) }
        }
        for text in set {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw ValidationError("--set: KEY=VALUE is wanted, not \(text)") }
            try give(parts[0], parts[1], as: "--set \(parts[0])")
        }
        return try .given(values) { [labels] key in labels[key] ?? key }
    }
}
