public import EventLog
import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf

/// Writes down that the time to answer is over. Issued by the service itself when a request is due.
public struct ExpireGlimpRequest: GlimpCommand {
    public static let actor = Actor.system("expiry")

    public let request: GlimpRequestID
    public let expiresAt: Timestamp

    public init(request: GlimpRequestID, expiresAt: Timestamp) {
        self.request = request
        self.expiresAt = expiresAt
    }

    /// The request's own UUID. Ids are counted for each actor apart and this actor issues nothing else, so one request
    /// has one command id, in every process and after every restart, and no two requests share one, whatever ids their
    /// askers choose.
    ///
    /// Outcomes are kept, and `request_not_due` is one: whoever asked too early, by a clock that was set back since,
    /// asks again without an id. The request's state alone keeps the expiry to once.
    public var commandID: CommandID { CommandID(rawValue: request.rawValue) }

    /// What the digest of the command's body is taken of.
    public func digestInput() throws -> [UInt8] {
        try DigestInput.bytes(
            name: "ExpireGlimpRequest",
            Glimp_V1_ExpireGlimpRequest.with {
                $0.request = request.description
                $0.expiresAt = expiresAt.wire
            }
        )
    }

    public var boundary: Query { Query([.history(of: request)]) }

    public var initialState: GlimpHistory { GlimpHistory(of: request) }

    public static func evolve(_ state: inout GlimpHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ history: GlimpHistory, at now: Timestamp) -> Ruling {
        guard let open = history.request, open.status == .open else { return .nothingHappened }
        guard now >= open.expiresAt else { return .refused(.requestNotDue) }
        return .accepted([
            .glimpExpired(
                GlimpExpired(
                    request: request, asker: open.asker, answerer: open.answerer, expiresAt: open.expiresAt
                )
            )
        ])
    }
}
