import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// Each person's own profile, at the position of their other collections: the accounts are a group of their own, at a
/// position of their own.
struct MeProjection: GlimpProjection {
    let name = "me"
    let version = 2

    static let profile = RowTable(
        "me.profile", key: [.uuid("user")], of: Glimp_V1_Rows_Account.self,
        collection: RowCollection(.profile) { _ in "" })
    let tables = [profile.shape]

    static let types = AccountsProjection.types

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .accountRegistered(let event):
            let row = try Glimp_V1_Rows_Account(event, at: envelope.time)
            try rows.put(row, for: RowKey(event.user), in: Self.profile)
        case .emailChanged(let event): try change(event.user, in: &rows) { try $0.change(event) }
        case .displayNameChanged(let event): try change(event.user, in: &rows) { try $0.change(event) }
        case .profilePictureChanged(let event): try change(event.user, in: &rows) { $0.picture = event.wire.photo }
        case .accountErased(let event): try rows.remove(RowKey(event.user), from: Self.profile)
        default: break
        }
    }

    private func change(
        _ user: UserID, in rows: inout Rows, _ change: (inout Glimp_V1_Rows_Account) throws -> Void
    ) throws {
        guard var account = try rows.get(RowKey(user), in: Self.profile) else {
            throw ProjectionError(.notApplicable, "there is no account \(user)")
        }
        try change(&account)
        try rows.put(account, for: RowKey(user), in: Self.profile)
    }
}
