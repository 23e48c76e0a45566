import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// Who has an account: by id, by username, by e-mail address.
struct AccountsProjection: GlimpProjection {
    let name = "accounts"
    let version = 1

    static let byID = RowTable("accounts.by-id", key: [.uuid("user")], of: Glimp_V1_Rows_Account.self)
    static let byUsername = RowTable("accounts.by-username", key: [.string("username")], of: Glimp_V1_Rows_Owner.self)
    static let byEmail = RowTable("accounts.by-email", key: [.string("e-mail")], of: Glimp_V1_Rows_Owner.self)
    let tables = [byID.shape, byUsername.shape, byEmail.shape]

    static let types: Set<EventType> =
        [AccountRegistered.type, EmailChanged.type, DisplayNameChanged.type, ProfilePictureChanged.type]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .accountRegistered(let event):
            try rows.put(Glimp_V1_Rows_Account(event, at: envelope.time), for: RowKey(event.user), in: Self.byID)
            let owner = Glimp_V1_Rows_Owner.with { $0.user = event.user.description }
            try rows.put(owner, for: Self.key(event.username), in: Self.byUsername)
            if let email = event.email { try rows.put(owner, for: Self.key(email.address), in: Self.byEmail) }
        case .emailChanged(let event):
            let former = try change(event.user, in: &rows) { $0.email = event.email }
            if former.hasEmail { try rows.remove(Self.key(former.email), from: Self.byEmail) }
            let owner = Glimp_V1_Rows_Owner.with { $0.user = event.user.description }
            try rows.put(owner, for: Self.key(event.email), in: Self.byEmail)
        case .displayNameChanged(let event):
            try change(event.user, in: &rows) { $0.displayName = event.displayName }
        case .profilePictureChanged(let event):
            try change(event.user, in: &rows) { $0.picture = event.wire.photo }
        default: break
        }
    }

    /// The key of a username or an address: both are ASCII, and the same without regard to case.
    static func key(_ name: String) -> RowKey { RowKey(name.lowercased()) }

    /// - Returns: the account as it was.
    @discardableResult
    private func change(
        _ user: UserID, in rows: inout Rows, _ change: (inout Glimp_V1_Rows_Account) -> Void
    ) throws -> Glimp_V1_Rows_Account {
        guard var account = try rows.get(RowKey(user), in: Self.byID) else {
            throw ProjectionError(.notApplicable, "there is no account \(user)")
        }
        let former = account
        change(&account)
        try rows.put(account, for: RowKey(user), in: Self.byID)
        return former
    }
}

extension Glimp_V1_Rows_Account {
    init(_ event: AccountRegistered, at time: Timestamp) {
        self = .with {
            $0.username = event.username
            if let email = event.email { $0.email = email.address }
            $0.displayName = event.displayName ?? ""
            $0.registeredAt = time.microseconds
        }
    }
}
