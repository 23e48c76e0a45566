import EventLog
import GlimpDomain
import GlimpReadModels

/// A person's collections, gathered on the disk while one snapshot of them was read, so that none has to be held for as
/// long as somebody downloads.
struct ExportCollected: Sendable {
    let spool: ExportSpool
    /// Where each file's bytes are.
    private(set) var parts: [(file: ExportFile, range: Range<Int>)] = []
    private(set) var username = ""

    /// Gathers them.
    /// - Returns: them, and the position that they are true for.
    static func gather(
        of user: UserID, at now: Timestamp, from readModels: ReadModels, in directory: String
    ) async throws -> (ExportCollected, Position) {
        var gathered = ExportCollected(spool: try ExportSpool(in: directory))
        var list: (file: ExportFile, list: ExportList, start: Int)?
        func end() throws {
            guard let (file, items, start) = list else { return }
            try items.end()
            gathered.parts.append((file, start..<gathered.spool.count))
            list = nil
        }
        func add<Item: Encodable>(_ items: [Item], to file: ExportFile) throws {
            if list?.file != file {
                try end()
                let start = gathered.spool.count
                list = (file, try ExportList(gathered.spool), start)
            }
            for item in items { try list?.list.add(item) }
        }
        func put(_ value: some Encodable, in file: ExportFile) throws {
            let start = gathered.spool.count
            try gathered.spool.append(try ExportJSON.object(value))
            gathered.parts.append((file, start..<gathered.spool.count))
        }
        let position = try await readModels.collect(of: user, at: now) { piece in
            switch piece {
            case .profile(let profile):
                gathered.username = profile.value.username
                try put(ProfileJSON(profile), in: .profile)
            case .pushed(let kinds): try put(["pushed": kinds.map(\.name).sorted()], in: .preferences)
            case .friends(let friends):
                try add(friends.map { FriendJSON($0, at: now) }, to: .friends)
            case .incomingInvitations(let items): try add(items.map(InvitationJSON.init), to: .incomingInvitations)
            case .outgoingInvitations(let items): try add(items.map(InvitationJSON.init), to: .outgoingInvitations)
            case .incomingRequests(let items): try add(items.map(RequestJSON.init), to: .incomingRequests)
            case .outgoingRequests(let items): try add(items.map(RequestJSON.init), to: .outgoingRequests)
            case .received(let glimps): try add(glimps.map(GlimpJSON.init), to: .received)
            case .sent(let glimps): try add(glimps.map(GlimpJSON.init), to: .sent)
            case .notifications(let items): try add(items.map(NotificationJSON.init), to: .notifications)
            }
        }
        try end()
        return (gathered, position)
    }
}
