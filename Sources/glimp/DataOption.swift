import ArgumentParser
import EventLog
import Foundation
import GlimpService

/// Where the data is: `--data`, else `GLIMP_DATA`, else `./glimp-data`.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"), help: "The data directory (default: $GLIMP_DATA, or ./glimp-data).",
        completion: .directory)
    var given: String?

    var path: String { given ?? ProcessInfo.processInfo.environment["GLIMP_DATA"] ?? "./glimp-data" }

    /// Opens the directory, gives it to `body`, and closes it, whatever happens.
    func withDirectory<R>(
        creates: Bool = false, access: EventLogOptions.Access = .reading,
        onCommit: @escaping @Sendable (EventLogOptions.Commit) -> Void = { _ in },
        _ body: (GlimpDirectory) async throws -> R
    ) async throws -> R {
        let glimp = try GlimpDirectory(
            path, creates: creates, access: access, onRepair: { Terminal.note("glimp: \($0)") }, onCommit: onCommit)
        do {
            let result = try await body(glimp)
            glimp.close()
            return result
        } catch {
            glimp.close()
            throw error
        }
    }
}

struct JSONOption: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON for programs instead of a table for people.")
    var isSet = false
}
