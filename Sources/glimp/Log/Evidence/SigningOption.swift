import ArgumentParser
import EventLog
import Foundation

/// Where the signing key is: `--signing`, else `GLIMP_SIGNING`, else `keys/signing` in the data directory.
struct SigningOption: ParsableArguments {
    @Option(
        name: .customLong("signing"),
        help: "The directory with the signing key (default: $GLIMP_SIGNING, or keys/signing in the data directory).",
        completion: .directory)
    var given: String?

    func path(for data: DataOption) -> String {
        given ?? ProcessInfo.processInfo.environment["GLIMP_SIGNING"] ?? "\(data.path)/keys/signing"
    }
}

extension DataOption {
    /// Opens the log alone, which needs no key of the directory's, gives it to `body`, and closes it.
    func withLog<R>(_ body: (EventLog) async throws -> R) async throws -> R {
        var options = EventLogOptions()
        options.access = .reading
        let log = try EventLog(at: path, options: options)
        defer { log.close() }
        return try await body(log)
    }
}
