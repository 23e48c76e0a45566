public import GlimpSchemas
import SwiftProtobuf

/// Under which names and address somebody registered.
public struct AccountDetails: PersonalDetails {
    public let username: String
    public let email: String?
    public let displayName: String?

    public init(username: String, email: String?, displayName: String?) {
        self.username = username
        self.email = email
        self.displayName = displayName
    }

    public init(_ wire: Glimp_V1_AccountDetails) {
        username = wire.username
        email = wire.hasEmail ? wire.email : nil
        displayName = wire.hasDisplayName ? wire.displayName : nil
    }

    public var wire: Glimp_V1_AccountDetails {
        .with {
            $0.username = username
            if let email { $0.email = email }
            if let displayName { $0.displayName = displayName }
        }
    }
}

/// Somebody's address from now on.
public struct EmailDetails: PersonalDetails {
    public let email: String

    public init(email: String) { self.email = email }

    public init(_ wire: Glimp_V1_EmailDetails) { email = wire.email }

    public var wire: Glimp_V1_EmailDetails { .with { $0.email = email } }
}

/// The name that somebody is shown with from now on.
public struct DisplayNameDetails: PersonalDetails {
    /// Empty: none any more.
    public let displayName: String

    public init(displayName: String) { self.displayName = displayName }

    public init(_ wire: Glimp_V1_DisplayNameDetails) { displayName = wire.displayName }

    public var wire: Glimp_V1_DisplayNameDetails { .with { $0.displayName = displayName } }
}

extension Glimp_V1_AccountRegistered: DetailsMessage {}
extension Glimp_V1_EmailChanged: DetailsMessage {}
extension Glimp_V1_DisplayNameChanged: DetailsMessage {}
