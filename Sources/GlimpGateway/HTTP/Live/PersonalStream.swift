import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService
import ServiceLifecycle

/// The messages of one person's live stream, made one after the other as they are taken.
struct PersonalStream: Sendable {
    let user: UserID
    let models: ReadModels
    /// How long nothing may be written: a connection that is dead is noticed by then.
    let heartbeat: Duration
    /// Asked before each message: what was revoked tells nothing more.
    let isStillAllowed: @Sendable () -> Bool

    /// What one message says.
    struct Message: Encodable {
        var position: UInt64
        /// What has changed: to be read anew, or brought up to date by `GET /v1/changes`.
        var collections: [String]
        var notifications: [ChangeJSON]
    }

    /// Writes until the reader goes, the session ends, or the server shuts down.
    func write(after start: Position, _ write: (String) async throws -> Void) async throws {
        var position = start
        // Tells the client at once that it is connected.
        try await write(": from \(start)\n\n")
        while isStillAllowed() {
            guard let next = try await next(after: position) else { return }
            guard isStillAllowed() else { return }
            if next == position {
                try await write(": \n\n")
                continue
            }
            for message in try messages(after: position, through: next) { try await write(message) }
            position = next
        }
    }

    /// The next position; the same one when only the time for a heartbeat has come; nil when the server shuts down.
    private func next(after position: Position) async throws -> Position? {
        try await withThrowingTaskGroup(of: Position?.self) { group in
            group.addTask {
                do {
                    return try await cancelWhenGracefulShutdown { try await models.next(after: position) }
                } catch is CancellationError { return nil }
            }
            group.addTask {
                do { try await Task.sleep(for: heartbeat) } catch { return nil }
                return position
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private func messages(after position: Position, through next: Position) throws -> [String] {
        var changes: [Position: [CollectionChange]] = [:]
        var page = PageRequest.first
        while true {
            let answer = try models.changes(for: user, since: position, page)
            for change in answer.value.items where change.position <= next {
                changes[change.position, default: []].append(change)
            }
            guard let cursor = answer.value.cursor else { break }
            page = try PageRequest(limit: page.limit, cursor: cursor)
        }
        return try changes.sorted { $0.key < $1.key }.map { try Self.text(at: $0.key, $0.value) }
    }

    private static func text(at position: Position, _ changes: [CollectionChange]) throws -> String {
        let told = changes.filter { change in
            // Another change of an old one, as when it is answered, is none to tell.
            guard case .put(.notification(let notification)) = change.change else { return false }
            return notification.position == position
        }
        let message = Message(
            position: position.rawValue, collections: Set(changes.map(\.collection.name)).sorted(),
            notifications: told.map(ChangeJSON.init))
        let json = String(decoding: try JSONWriter.bytes(of: message), as: UTF8.self)
        return "id: \(position)\nevent: changed\ndata: \(json)\n\n"
    }
}
