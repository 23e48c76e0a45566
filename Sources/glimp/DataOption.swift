import ArgumentParser
import EventLog
import Foundation
import GlimpGateway
import GlimpService

/// Where the data is: `--data`, else `GLIMP_DATA`, else `./glimp-data`.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"), help: "The data directory (default: $GLIMP_DATA, or ./glimp-data).",
        completion: .directory)
    var given: String?

    /// Whether it is where a command looks that is not told.
    var isDefault: Bool { given == nil }

    var path: String { given ?? ProcessInfo.processInfo.environment["GLIMP_DATA"] ?? ServerSettings().data }

    /// Opens the directory, gives it to `body`, and closes it, whatever happens.
    func withDirectory<R>(
        creates: Bool = false, access: EventLogOptions.Access = .reading, mediaLimits: MediaLimits = MediaLimits(),
        _ body: (GlimpDirectory) async throws -> R
    ) async throws -> R {
        try await GlimpDirectory(
            path, creates: creates, access: access, mediaLimits: mediaLimits,
            onRepair: { Terminal.note("glimp: \($0)") }
        ).closing(after: body)
    }
}

extension GlimpDirectory {
    /// Gives itself to `body`, and closes, whatever happens.
    func closing<R>(after body: (GlimpDirectory) async throws -> R) async throws -> R {
        defer { close() }
        return try await body(self)
    }
}
