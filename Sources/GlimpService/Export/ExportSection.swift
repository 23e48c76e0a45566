import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpReadModels

/// One file of JSON in an archive.
struct ExportSection: Sendable {
    let name: String
    /// A line of the archive's README.
    let about: String
    let json: @Sendable (ExportContents) throws -> [UInt8]

    init<Value: Encodable & Sendable>(
        _ name: String, _ about: String, _ value: @escaping @Sendable (ExportContents) throws -> Value
    ) {
        self.name = name
        self.about = about
        json = { contents in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(value(contents))) + [UInt8(ascii: "\n")]
        }
    }

    /// Everything but photos and events. To add a section is to add a line.
    static let all = [
        ExportSection("profile.json", "Who you are here.") {
            ProfileJSON(Answer($0.rows.profile, at: $0.position))
        },
        ExportSection("friends.json", "Your friends.") { contents in
            contents.rows.friends.map { FriendJSON($0, at: contents.now) }
        },
        ExportSection("invitations-incoming.json", "Open invitations to you.") {
            $0.rows.incomingInvitations.map(InvitationJSON.init)
        },
        ExportSection("invitations-outgoing.json", "Open invitations of yours.") {
            $0.rows.outgoingInvitations.map(InvitationJSON.init)
        },
        ExportSection("requests-incoming.json", "Who waits for a glimp of yours.") {
            $0.rows.incomingRequests.map(RequestJSON.init)
        },
        ExportSection("requests-outgoing.json", "Whose glimp you wait for.") {
            $0.rows.outgoingRequests.map(RequestJSON.init)
        },
        ExportSection("glimps-received.json", "Glimps that you got, oldest first.") {
            $0.rows.received.map(GlimpJSON.init)
        },
        ExportSection("glimps-sent.json", "Glimps that you sent, oldest first.") { $0.rows.sent.map(GlimpJSON.init) },
        ExportSection("notifications.json", "What you were told, newest first.") {
            $0.rows.notifications.map(NotificationJSON.init)
        },
        ExportSection("preferences.json", "What is pushed to you.") { ["pushed": $0.rows.pushed.map(\.name).sorted()] },
        ExportSection("sessions.json", "Where you are signed in.") { $0.sessions },
        ExportSection("snaps-posted.json", "What you posted to feeds.") { $0.history.posted },
        ExportSection("snaps-opened.json", "What you opened in feeds; you saw it once.") { $0.history.opened },
        ExportSection("public-photos.json", "What you published.") { $0.history.published },
        ExportSection("likes.json", "Photos that you like.") { $0.history.likes },
        ExportSection("comments.json", "What you wrote about photos.") { $0.history.comments },
    ]
}

/// A session as an archive tells of it: no token, nothing that opens anything.
package struct ExportedSession: Encodable, Sendable {
    package var label: String
    package var created: String
    package var lastSeen: String

    package init(label: String, created: Timestamp, lastSeen: Timestamp) {
        self.label = label
        self.created = created.rfc3339
        self.lastSeen = lastSeen.rfc3339
    }
}

/// What the files of JSON are made of, all of it true for one position.
struct ExportContents: Sendable {
    let user: UserID
    let position: Position
    let now: Timestamp
    let rows: Everything
    let history: ExportHistory
    let sessions: [ExportedSession]
}
