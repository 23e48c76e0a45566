import ArgumentParser
import EventLog
import Foundation

struct LogCheckpointCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkpoint", abstract: "Sign what the log has come to, and print it.",
        discussion: """
            Prints a C2SP checkpoint: origin, number of events and root of the hash tree, signed with Ed25519. Records \
            that were appended since the last one are read and hashed again. Nothing is signed that does not extend what \
            was signed before. The key is made the first time; keep it where no server can read it.

              glimp log checkpoint --origin example.com/glimp
              glimp log checkpoint --every 60
              glimp log checkpoint --last
            """)

    @Option(help: "What the log is called, for a new key; a domain of yours and a path (default: glimp/LOG-ID).")
    var origin: String?
    @Option(help: ArgumentHelp("Go on, and sign what is new every so many seconds, 1 to 86400.", valueName: "seconds"))
    var every: Int?
    @Flag(help: "Print the last one that was signed; sign nothing, need no key.")
    var last = false
    @OptionGroup var signing: SigningOption
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var origin: String
        var size: UInt64
        var root: String
        var note: String
    }

    func validate() throws {
        guard every.map({ (1...86_400).contains($0) }) ?? true else {
            throw ValidationError("--every takes 1 to 86400 seconds")
        }
        guard !last || (every == nil && origin == nil) else {
            throw ValidationError("--last signs nothing: neither --every nor --origin goes with it")
        }
        guard origin.map(NoteVerifier.isName) ?? true else {
            throw ValidationError("an origin has 1 to 255 bytes, no spaces and no `+`")
        }
    }

    func run() async throws {
        try await data.withLog { log in
            if last {
                guard let signed = try log.signedCheckpoint() else {
                    throw EventLogError(.notSigned, "no checkpoint of \(data.path) was signed yet")
                }
                return try show(signed)
            }
            let signer = try signer(log)
            var shown: SignedCheckpoint?
            while true {
                let signed = try signer.sign(log) { done, all in
                    Terminal.progress("hashed \(done) of \(all) new events")
                }
                Terminal.endProgress()
                if signed != shown { try show(signed) }
                shown = signed
                guard let every else { return }
                try await Task.sleep(for: .seconds(every))
            }
        }
    }

    /// A key that is there keeps its origin; a new one gets the one given, or one that no other log has.
    private func signer(_ log: EventLog) throws -> CheckpointSigner {
        let directory = signing.path(for: data)
        if FileManager.default.fileExists(atPath: directory + "/key") {
            return try CheckpointSigner(directory: directory, origin: origin)
        }
        return try CheckpointSigner(
            directory: directory, origin: origin ?? "glimp/\(log.logID.uuidString.lowercased())")
    }

    private func show(_ signed: SignedCheckpoint) throws {
        try json.write(
            JSON(
                origin: signed.origin, size: signed.head.size, root: signed.head.root.base64,
                note: signed.note.description),
            // An empty line stands between two.
            text: Output.lines(of: signed.note.description) + (every == nil ? [] : [""]))
    }
}
