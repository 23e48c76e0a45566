import ArgumentParser
import EventLog
import Foundation

struct LogProveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove",
        abstract: "Show that an event is in the log, or that the log only grew; check such a proof.",
        subcommands: [ProveInclusionCommand.self, ProveConsistencyCommand.self, ProveCheckCommand.self])
}

struct ProveInclusionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inclusion", abstract: "Show that an event is in the log that was signed last.",
        discussion: """
            Prints a C2SP tlog-proof with the event's record and the signed checkpoint. What the record tells, its \
            holder can read: --hashes gives the hashes of its header and payload instead.

              glimp log prove inclusion 258 > event.tlog-proof
            """)

    @Argument(help: ArgumentHelp("The event's position, or its id.", valueName: "position|event-id")) var event: String
    @Flag(help: "Tell nothing of the event but its hashes.") var hashes = false
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var position: UInt64
        var size: UInt64
        var root: String
        var proof: String
    }

    func validate() throws {
        guard UInt64(event) != nil || UUID(uuidString: event) != nil else {
            throw ValidationError("\(event) is neither a position nor the id of an event")
        }
    }

    func run() async throws {
        try await data.withLog { log in
            let proof = try log.inclusionProof(of: try position(log), content: !hashes)
            let head = proof.checkpoint.head
            try json.write(
                JSON(
                    position: proof.position.rawValue, size: head.size, root: head.root.base64,
                    proof: proof.description),
                text: Output.lines(of: proof.description))
        }
    }

    private func position(_ log: EventLog) throws -> Position {
        if let number = UInt64(event) { return Position(number) }
        guard let id = UUID(uuidString: event), let position = try log.position(of: id) else {
            throw Failure(.refused, "no event of \(data.path) has the id \(event)")
        }
        return position
    }
}

struct ProveConsistencyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consistency", abstract: "Show that the log of one size begins with the log of another.",
        discussion: """
            Without a second size it is the one that was signed last, and its checkpoint is in the proof.

              glimp log prove consistency 1000 > grown.proof
            """)

    @Argument(help: "How many events the first log has.") var size1: UInt64
    @Argument(help: "How many the second has (default: as many as were signed last).") var size2: UInt64?
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var size1: UInt64
        var root1: String
        var size2: UInt64
        var root2: String
        var proof: String
    }

    func validate() throws {
        guard size2.map({ size1 <= $0 }) ?? true else { throw ValidationError("the second size is the larger one") }
    }

    func run() async throws {
        try await data.withLog { log in
            let proof = try log.consistencyProof(from: size1, to: size2)
            try json.write(
                JSON(
                    size1: proof.first.size, root1: proof.first.root.base64, size2: proof.second.size,
                    root2: proof.second.root.base64, proof: proof.description),
                text: Output.lines(of: proof.description))
        }
    }
}
