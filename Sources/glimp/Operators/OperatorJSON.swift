import Credentials
import Foundation

/// An operator as programs see it.
struct OperatorJSON: Encodable {
    var id: String
    var name: String
    var scopes: [String]
    var created: String
    var revoked: String?
    var validTokens: Int?

    init(_ someone: Operator, tokens: [OperatorTokenListing]? = nil) {
        id = someone.id.uuid.uuidString.lowercased()
        name = someone.name
        scopes = someone.scopes.sorted().map(\.rawValue)
        created = someone.created.formatted(.iso8601)
        revoked = someone.revoked?.formatted(.iso8601)
        let now = Date()
        validTokens = tokens.map { tokens in
            someone.revoked == nil ? tokens.count { $0.revoked == nil && ($0.expires ?? .distantFuture) > now } : 0
        }
    }
}
