import EventLog
import Foundation
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// Who has an account: by id, and by the keyed hashes of username and e-mail address.
struct AccountsProjection: GlimpProjection {
    let name = "accounts"
    let version = 2

    static let byID = RowTable("accounts.by-id", key: [.uuid("user")], of: Glimp_V1_Rows_Account.self)
    static let byUsername = RowTable(
        "accounts.by-username", key: [.string("username hash")], of: Glimp_V1_Rows_Owner.self)
    static let byEmail = RowTable("accounts.by-email", key: [.string("e-mail hash")], of: Glimp_V1_Rows_Owner.self)
    let tables = [byID.shape, byUsername.shape, byEmail.shape]

    static let types: Set<EventType> =
        [
            AccountRegistered.type, EmailChanged.type, DisplayNameChanged.type, ProfilePictureChanged.type,
            AccountErased.type,
        ]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .accountRegistered(let event):
            let row = try Glimp_V1_Rows_Account(event, at: envelope.time)
            try rows.put(row, for: RowKey(event.user), in: Self.byID)
            let owner = Glimp_V1_Rows_Owner.with { $0.user = event.user.description }
            try rows.put(owner, for: RowKey(row.usernameHash), in: Self.byUsername)
            if let email = event.emailHash { try rows.put(owner, for: RowKey(email.description), in: Self.byEmail) }
        case .emailChanged(let event):
            let former = try change(event.user, in: &rows) { try $0.change(event) }
            if !former.emailHash.isEmpty { try rows.remove(RowKey(former.emailHash), from: Self.byEmail) }
            let owner = Glimp_V1_Rows_Owner.with { $0.user = event.user.description }
            try rows.put(owner, for: RowKey(event.emailHash.description), in: Self.byEmail)
        case .displayNameChanged(let event): try change(event.user, in: &rows) { try $0.change(event) }
        case .profilePictureChanged(let event):
            try change(event.user, in: &rows) { $0.picture = event.wire.photo }
        case .accountErased(let event):
            // The stub says that there was somebody, and answers that they were erased.
            let former = try change(event.user, in: &rows) {
                $0 = .with { $0.erased = true }
            }
            try rows.remove(RowKey(former.usernameHash), from: Self.byUsername)
            if !former.emailHash.isEmpty { try rows.remove(RowKey(former.emailHash), from: Self.byEmail) }
        default: break
        }
    }

    /// - Returns: the account as it was.
    @discardableResult
    private func change(
        _ user: UserID, in rows: inout Rows, _ change: (inout Glimp_V1_Rows_Account) throws -> Void
    ) throws -> Glimp_V1_Rows_Account {
        guard var account = try rows.get(RowKey(user), in: Self.byID) else {
            throw ProjectionError(.notApplicable, "there is no account \(user)")
        }
        let former = account
        try change(&account)
        try rows.put(account, for: RowKey(user), in: Self.byID)
        return former
    }
}

extension Glimp_V1_Rows_Account {
    init(_ event: AccountRegistered, at time: Timestamp) throws {
        self.init()
        registered = Data(try event.sealedDetails().bytes)
        registeredAt = time.microseconds
        usernameHash = event.usernameHash.description
        if let hash = event.emailHash { emailHash = hash.description }
    }

    mutating func change(_ event: EmailChanged) throws {
        email = Data(try event.sealedDetails().bytes)
        emailHash = event.emailHash.description
    }

    mutating func change(_ event: DisplayNameChanged) throws {
        displayName = Data(try event.sealedDetails().bytes)
    }
}
