/// Which accounts, usernames and addresses are there, as far as a boundary shows.
public struct AccountDirectory: Sendable {
    private(set) var users: Set<UserID> = []
    private(set) var usernames: Set<KeyedHash<Username>> = []
    private var emails: [UserID: KeyedHash<EmailAddress>] = [:]

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .accountRegistered(let event):
            users.insert(event.user)
            usernames.insert(event.usernameHash)
            emails[event.user] = event.emailHash
        case .emailChanged(let event):
            emails[event.user] = event.emailHash
        case .accountErased(let event):
            // The address becomes free; the id and the name stay taken.
            emails[event.user] = nil
        default:
            break
        }
    }

    func email(of user: UserID) -> KeyedHash<EmailAddress>? { emails[user] }

    func isTaken(_ email: KeyedHash<EmailAddress>) -> Bool { emails.values.contains(email) }
}
