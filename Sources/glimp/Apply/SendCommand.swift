import ArgumentParser
import EventLog
import Foundation
import GlimpDomain
import GlimpService

struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send one command.",
        discussion: """
            Commands: \(CommandCatalogue.names.joined(separator: ", ")).
            `glimp commands NAME` shows the fields of one.

            For example:
              glimp send RegisterAccount '{"username":"ada"}' --as ada
              glimp send RequestGlimp '{"friends":["bob"],"answerWithin":"3600s"}' --as ada
            """)

    @Argument(help: "The command's name.", completion: .list(CommandCatalogue.names))
    var command: String

    @Argument(help: "Its body in JSON: see `glimp commands NAME`.")
    var body: String = "{}"

    @Option(name: .customLong("as"), help: "The acting person's username; for RegisterAccount the new one.")
    var actor: String?

    @Option(help: "The command's id, a UUID: the same again has the same outcome.")
    var id: String?

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if let id, CommandID(id) == nil { throw ValidationError("--id is no UUID: \(id)") }
    }

    func run() async throws {
        let received: ReceivedCommand
        do { received = try CommandCatalogue.receive(command, json: Array(body.utf8)) } catch {
            if case .unknownCommand = error { throw Failure(.usage, "\(error); `glimp commands` lists them") }
            throw Failure(.badData, error.description)
        }
        if let actor, received.registersAnother(than: actor) {
            throw Failure(.badData, "--as names another username than the body registers")
        }
        let outcome = try await data.withDirectory(creates: true, access: .shared) { glimp in
            let sender = try glimp.commands.sender(named: actor, of: received)
            let outcome = try await glimp.commands.execute(received, by: sender, id: id.flatMap { CommandID($0) })
            do { try await glimp.settle() } catch { Terminal.note("glimp: \(error)") }
            return outcome
        }
        let again = outcome.isDuplicate ? " (as before: this id was used already)" : ""
        try json.write(OutcomeJSON(outcome), text: Self.lines(outcome, again))
        guard case .refused(let refusal) = outcome.result else { return }
        let why = "refused: \(refusal.code): \(refusal.message)\(again)"
        let subjects = refusal.subjects.isEmpty ? "" : "\n  \(refusal.subjects.joined(separator: ", "))"
        // Programs have been told in their own way.
        throw Failure(.refused, json.isSet ? "" : why + subjects)
    }

    private static func lines(_ outcome: Outcome, _ again: String) -> [String] {
        switch outcome.result {
        case .appended(let first, let last, _):
            [first == last ? "Event \(first)\(again)." : "Events \(first) to \(last)\(again)."]
        case .nothingToAppend: ["Accepted; there was nothing to change\(again)."]
        case .refused: []
        }
    }
}

private struct OutcomeJSON: Encodable {
    var position: UInt64
    var events: [String] = []
    var duplicate: Bool
    var refused: RefusalJSON?

    struct RefusalJSON: Encodable {
        var code: String
        var message: String
        var subjects: [String]
    }

    init(_ outcome: Outcome) {
        position = outcome.position.rawValue
        duplicate = outcome.isDuplicate
        switch outcome.result {
        case .appended(_, _, let ids): events = ids.map { $0.canonicalText }
        case .nothingToAppend: break
        case .refused(let refusal):
            refused = RefusalJSON(code: refusal.code, message: refusal.message, subjects: refusal.subjects)
        }
    }
}
