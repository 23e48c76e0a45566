import ArgumentParser
import Foundation
import GlimpDomain
import GlimpGateway
import GlimpOutbox
import GlimpService
import Logging

extension DataOption {
    /// Opens the outbox of the data directory, gives it to `body`, and closes it, whatever happens. Its limits are those
    /// of the environment's settings.
    func withOutbox<R>(_ body: (GlimpDirectory, Outbox) async throws -> R) async throws -> R {
        try await withDirectory { glimp in
            let outbox = try Self.outbox(of: glimp)
            defer { outbox.close() }
            return try await body(glimp, outbox)
        }
    }

    /// The outbox of a directory, for its caller to close.
    static func outbox(of glimp: GlimpDirectory) throws -> Outbox {
        let environment = ProcessInfo.processInfo.environment
        var sources = [try SettingsSource.environment(environment)]
        if let path = environment["GLIMP_CONFIG"] { sources.append(try .file(path)) }
        let limits = try ServerSettings.read(from: sources).settings.http.outbox
        let logger = Logger(label: "glimp") { StreamLogHandler.standardError(label: $0) }
        return Outbox(glimp, limits: limits, logger: logger)
    }
}

/// Which subscription is meant.
struct SubscriptionArgument: ParsableArguments {
    @Argument(help: "Its id, as `glimp webhook list` shows it.") var subscription: String

    func find(in outbox: Outbox) throws -> OutboxSubscription {
        guard let id = SubscriptionID(subscription) else {
            throw Failure(.refused, "there is no subscription \(subscription)")
        }
        return try outbox.subscription(id, of: nil)
    }
}
