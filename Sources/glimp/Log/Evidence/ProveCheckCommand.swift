import ArgumentParser
import EventLog
import Foundation

struct ProveCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a proof, without any log.",
        discussion: """
            Exit code 0: it proves what is printed. 1: it does not, or nothing that is signed tells one of its roots; \
            then the reason is on standard error.

              glimp log prove check event.tlog-proof --key log.vkey
              glimp log prove check grown.proof --key log.vkey --checkpoint old.checkpoint
            """)

    @Argument(help: "The proof, or - for standard input.", completion: .file()) var file: String
    @Option(help: "The log's public key (`glimp log key`), or a file with it. Not from where the proof comes from.")
    var key: String
    @Option(
        help: ArgumentHelp(
            "A signed checkpoint that you have, for a proof that the log grew. May be repeated.", valueName: "file"))
    var checkpoint: [String] = []
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var proves: String
        var origin: String
        var position: UInt64?
        var eventId: String?
        var type: String?
        var time: String?
        var size1: UInt64?
        var size: UInt64
        var root: String
    }

    func run() async throws {
        do {
            let verifier = try NoteVerifier(try vkey())
            switch try ProofFile(try Self.read(file, atMost: ProofFile.maximumBytes)) {
            case .inclusion(let proof):
                try proof.verify(verifier)
                try show(proof)
            case .consistency(let proof):
                let known = try checkpoint.map { file in
                    let bytes = try Self.read(file, atMost: 1 << 16)
                    return try SignedCheckpoint(SignedNote(String(decoding: bytes, as: UTF8.self)))
                }
                try proof.verify(verifier, known: known)
                try show(proof, verifier)
            }
        } catch let error as EventLogError where [.invalidProof, .notSigned].contains(error.code) {
            throw Failure(.refused, "\(error.code.rawValue): \(error.message)")
        }
    }

    private func show(_ proof: InclusionProof) throws {
        let (head, event) = (proof.checkpoint.head, proof.content.event(at: proof.position))
        let what = event.map { " (\($0.type.rawValue), \($0.time), \($0.id.uuidString.lowercased()))" } ?? ""
        try json.write(
            JSON(
                proves: "inclusion", origin: proof.checkpoint.origin, position: proof.position.rawValue,
                eventId: event?.id.uuidString.lowercased(), type: event?.type.rawValue,
                time: event.map { "\($0.time)" }, size: head.size, root: head.root.base64),
            text: ["Event \(proof.position)\(what) is in the log \(proof.checkpoint.origin) of \(head.size) events."])
    }

    private func show(_ proof: ConsistencyProof, _ verifier: NoteVerifier) throws {
        let (first, second) = (proof.first, proof.second)
        try json.write(
            JSON(
                proves: "consistency", origin: verifier.name, size1: first.size, size: second.size,
                root: second.root.base64),
            text: ["The log \(verifier.name) of \(second.size) events begins with that of \(first.size)."])
    }

    /// What is given, or what is in the file that is given.
    private func vkey() throws -> String {
        guard FileManager.default.fileExists(atPath: key) else { return key }
        let text = String(decoding: try Self.read(key, atMost: 4_096), as: UTF8.self)
        return String(text.prefix { $0 != "\n" })
    }

    private static func read(_ path: String, atMost limit: Int) throws -> [UInt8] {
        do {
            let handle = try path == "-" ? .standardInput : FileHandle(forReadingFrom: URL(filePath: path))
            let data = try handle.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else { throw Failure(.badData, "\(path) has more than \(limit) bytes") }
            return Array(data)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(.inputOutput, "cannot read \(path): \(error.localizedDescription)")
        }
    }
}
