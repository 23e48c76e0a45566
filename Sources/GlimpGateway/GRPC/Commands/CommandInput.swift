import GlimpDomain
import GlimpSchemas
import SwiftProtobuf

/// A command as a call carries it: a message of the catalogue in an `Any`, and its id. A command that is added to the
/// catalogue needs nothing here.
struct CommandInput {
    let id: CommandID?
    let command: ReceivedCommand

    private static let package = "glimp.v1."

    /// - Throws: ``CallFailure`` `invalid_id`, `registration_elsewhere`; `CommandInputError`.
    init(_ wire: Glimp_V1_ExecuteRequest) throws {
        id = CommandID(wire.id)
        guard wire.id.isEmpty || id != nil else {
            throw CallFailure.invalid("id", "a command's id is a UUID: 8-4-4-4-12 hexadecimal digits")
        }
        // `type.googleapis.com/glimp.v1.InviteFriend`, whatever stands before the last slash.
        let type = wire.command.typeURL.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard type.hasPrefix(Self.package) else { throw CommandInputError.unknownCommand(String(type.prefix(100))) }
        command = try CommandCatalogue.receive(
            String(type.dropFirst(Self.package.count).prefix(100)), binary: [UInt8](wire.command.value))
        // An account without a password could never be signed in to.
        guard !command.isRegistration else {
            throw CallFailure(
                "registration_elsewhere", "accounts are registered with POST /v1/accounts, with a password")
        }
    }
}
