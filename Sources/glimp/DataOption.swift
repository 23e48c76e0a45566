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

    /// Whether it is where a command looks that is not told by an option.
    var isDefault: Bool { given == nil }

    var path: String { given ?? ProcessInfo.processInfo.environment["GLIMP_DATA"] ?? ServerSettings().data }

    /// Opens the directory, gives it to `body`, and closes it, whatever happens.
    func withDirectory<R>(
        creates: Bool = false, access: EventLogOptions.Access = .reading, mediaLimits: MediaLimits = MediaLimits(),
        _ body: (GlimpDirectory) async throws -> R
    ) async throws -> R {
        let isNew = try creates && NewDirectory.isMade(path)
        let glimp = try GlimpDirectory(
            path, creates: creates, access: access, mediaLimits: mediaLimits,
            onRepair: { Terminal.note("glimp: \($0)") })
        if isNew, path != ServerSettings().data { NewDirectory.tell(path) }
        return try await glimp.closing(after: body)
    }
}

extension GlimpDirectory {
    /// Gives itself to `body`, and closes, whatever happens.
    func closing<R>(after body: (GlimpDirectory) async throws -> R) async throws -> R {
        defer { close() }
        return try await body(self)
    }
}

/// A data directory that a command makes because it is not there: where it was named, its name may be misspelt.
enum NewDirectory {
    /// Whether there is nothing at a path yet.
    /// - Throws: ``Failure`` when its parent is missing too: that is no place for a new one.
    static func isMade(_ path: String) throws -> Bool {
        guard !FileManager.default.fileExists(atPath: path) else { return false }
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: parent) else {
            throw Failure(.unavailable, "there is no \(parent) to make a data directory in: is \(path) misspelt?")
        }
        return true
    }

    static func tell(_ path: String) { Terminal.note("glimp: made a new data directory at \(path)") }
}
