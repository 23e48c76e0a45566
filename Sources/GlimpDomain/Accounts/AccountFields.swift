import EventLog

// What the commands of this capability share: their fields, their refusals, their part of a boundary.

extension Username {
    static func field(_ text: String) throws(Refusal) -> Username {
        guard let username = Username(text) else {
            throw .invalid("username", "A username is 1 to 30 of the characters A-Z a-z 0-9 . _ -")
        }
        return username
    }
}

extension DisplayName {
    static func field(_ text: String) throws(Refusal) -> DisplayName {
        guard let name = DisplayName(text) else {
            throw .invalid(
                "display_name", "A display name is at most 100 characters, none of them a control character.")
        }
        return name
    }
}

extension AccountRegistered.RegisteredEmail {
    static func field(_ text: String, _ door: Door) throws(Refusal) -> Self {
        guard let email = EmailAddress(text) else { throw .invalid("email", "This is no email address.") }
        return Self(address: email.description, hash: door.hasher.hash(email))
    }
}

extension Refusal {
    static let usernameTaken = Refusal("username_taken", "Somebody has this username.")
    static let emailTaken = Refusal("email_taken", "Somebody has this email address.")
}

extension QueryItem {
    /// Who has had which address, of one person or of one address.
    static func addresses(_ tag: Tag) -> QueryItem {
        QueryItem(types: [AccountRegistered.type, EmailChanged.type, AccountErased.type], tags: [tag])
    }
}
