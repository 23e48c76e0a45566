import EventLog
import GlimpReadModels
import GlimpService

extension PersonalStream.News {
    /// As server-sent events have it: what only says that the stream lives is a comment, the rest a message.
    var text: String {
        get throws {
            switch self {
            case .started(let position): return ": from \(position)\n\n"
            case .heartbeat: return ": \n\n"
            case .changed(let message):
                let json = String(decoding: try JSONWriter.bytes(of: LiveMessageJSON(message)), as: UTF8.self)
                return "id: \(message.position)\nevent: changed\ndata: \(json)\n\n"
            }
        }
    }
}

/// What one message says.
private struct LiveMessageJSON: Encodable {
    var position: UInt64
    /// What has changed: to be read anew, or brought up to date by `GET /v1/changes`.
    var collections: [String]
    var notifications: [ChangeJSON]

    init(_ message: LiveMessage) {
        position = message.position.rawValue
        collections = message.collections.map(\.name).sorted()
        notifications = message.notifications.map { ChangeJSON($0.change) }
    }
}
