import ArgumentParser
import Foundation
import GlimpDomain
import GlimpGateway
import GlimpOutbox
import GlimpReadModels
import GlimpService

struct AccountExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write everything that a person has into one tar archive.",
        discussion: """
            JSON, photos as they are fetched, and a README; to be read without Glimp. The archive holds what the person \
            may see, in clear: give it to nobody else.

            Nothing is there under FILE's name until the archive is whole and synced; a file that is there already is \
            not replaced. Photos that can't be read are told in the archive's photos.json.

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
            let export = try await export(of: user, in: glimp)
            guard to != "-" else {
                return try await export.write { try NewFile.write($0, to: STDOUT_FILENO, "standard output") }
            }
            let file = try NewFile(to)
            try await export.write { try file.append($0) }
            try file.keep()
        }
    }

    private func export(of user: UserID, in glimp: GlimpDirectory) async throws -> AccountExport {
        // A directory that was never served has neither, and reading makes none.
        let hasOutbox = FileManager.default.fileExists(atPath: glimp.path + "/outbox")
        let outbox = hasOutbox ? try DataOption.outbox(of: glimp) : nil
        defer { outbox?.close() }
        guard FileManager.default.fileExists(atPath: glimp.path + "/credentials") else {
            return try await glimp.export(of: user, nil, outbox)
        }
        return try await glimp.withCredentials { try await glimp.export(of: user, $0, outbox) }
    }
}
