/// One person's account, as far as a boundary shows.
public struct AccountState: Sendable {
    private(set) var exists = false
    private(set) var pushed: Set<NotificationKind>?

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .accountRegistered: exists = true
        case .accountErased: exists = false
        case .notificationPreferencesSet(let event): pushed = event.pushed
        default: break
        }
    }
}
