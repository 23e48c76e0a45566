import ArgumentParser
import Credentials
import EventLog
import Foundation
import GlimpDomain
import GlimpOutbox
import GlimpReadModels
import GlimpService
import Logging

struct AccountEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase a person, for good.",
        discussion: """
            Ends everything of theirs that is open, then destroys their key: their names, address, texts, places and \
            photos can't be read again, in no copy of the log either. Photos, sessions, webhooks and phones are \
            removed. Their username stays taken. It can't be taken back.

            Killed or failed, it goes on when it is run again. Copies of keys/ made before still have the key: see \
            docs/OPERATIONS.md, "Erasing a person".

              glimp account erase ada
            """)

    @Argument(help: "Whom: a username or a user's id.")
    var person: String

    @Flag(help: "Don't ask.")
    var yes = false

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct Report: Encodable {
        var userId: String
        var position: UInt64
    }

    func run() async throws {
        try await data.withDirectory(access: .shared) { glimp in
            let user = try UserID(person) ?? glimp.people.named(person)
            try confirm()
            // Nothing is sent, so no limit matters.
            let outbox = Outbox(glimp, limits: OutboxLimits(), logger: Logger(label: "glimp"))
            defer { outbox.close() }
            glimp.erasing.also { try await outbox.removeEverything(of: $0) }
            let path = glimp.path + "/credentials"
            var credentials: CredentialStore?
            // A directory that was never served has none.
            if FileManager.default.fileExists(atPath: path) {
                var options = CredentialsOptions()
                options.pepper = glimp.keys.credentialsPepper
                let store = try CredentialStore(at: path, options: options)
                glimp.erasing.also { try await store.erase($0.rawValue, names: []) }
                credentials = store
            }
            defer { credentials?.close() }
            let command = try CommandCatalogue.receive("EraseAccount", json: Array(#"{"user":"\#(user)"}"#.utf8))
            let outcome = try await glimp.commands.execute(command, by: .actor(.operator), id: nil)
            if case .refused(let refusal) = outcome.result {
                throw Failure(.refused, "\(refusal.code): \(refusal.message)")
            }
            await glimp.catchUpOrNote(GlimpReadModels.all)
            try json.write(
                Report(userId: "\(user)", position: outcome.position.rawValue),
                text: ["Erased \(user): what they had ended, their key is destroyed, what they uploaded is removed."])
        }
    }

    private func confirm() throws {
        guard !yes else { return }
        guard isatty(0) == 1 else {
            throw ValidationError("Erasing can't be taken back; say --yes where nobody can be asked")
        }
        Terminal.note("Erase \(person)? This can't be taken back. Type the name again to go on:")
        guard readLine() == person else { throw Failure(.refused, "not_confirmed: nothing was done") }
    }
}
