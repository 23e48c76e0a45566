import ArgumentParser
import Credentials
import EventLog
import Foundation
import GlimpDomain
import GlimpReadModels
import GlimpService

struct AccountExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write everything that a person has into one tar archive.",
        discussion: """
            JSON, photos as they are fetched, and a README; to be read without Glimp. The archive holds what the person \
            may see, in clear: give it to nobody else.

            Nothing is there under FILE's name until the archive is whole and synced; a file that is there already is \
            not replaced. Photos that can't be read are listed in the archive's manifest.json.

              glimp account export ada --to ada.tar
              glimp account export ada --to - | tar -t
            """)

    @Argument(help: "Whose.")
    var username: String

    @Option(help: "The file to make; - for standard output.")
    var to: String

    @OptionGroup var data: DataOption

    func run() async throws {
        try await data.withDirectory { glimp in
            let user = try glimp.people.named(username)
            await glimp.catchUpOrNote([GlimpReadModels.accounts, GlimpReadModels.collections])
            let export = try await glimp.export(of: user, sessions: try sessions(of: user, in: glimp))
            guard to != "-" else {
                return try await export.write { try NewFile.write($0, to: STDOUT_FILENO, "standard output") }
            }
            let file = try NewFile(to)
            try await export.write { try file.append($0) }
            try file.keep()
        }
    }

    private func sessions(of user: UserID, in glimp: GlimpDirectory) throws -> [ExportedSession] {
        let path = glimp.path + "/credentials"
        // A directory that was never served has none.
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        var options = CredentialsOptions()
        options.pepper = glimp.keys.credentialsPepper
        let credentials = try CredentialStore(at: path, options: options)
        defer { credentials.close() }
        return try credentials.sessions(of: user.rawValue).map { session in
            ExportedSession(
                label: session.label, created: Timestamp(seconds: Int64(session.created.timeIntervalSince1970)),
                lastSeen: Timestamp(seconds: Int64(session.lastSeen.timeIntervalSince1970)))
        }
    }
}
