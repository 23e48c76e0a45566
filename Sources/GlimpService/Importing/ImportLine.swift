import EventLog
import GlimpDomain
import GlimpSchemas
import SwiftProtobuf

/// One line of an import, read and well-formed.
struct ImportLine {
    var id: CommandID?
    /// The text of the id, as acknowledgements repeat it.
    var idText: String?
    var at: Timestamp?
    /// The acting person's username or id.
    var actor: String?
    var command: ReceivedCommand

    /// - Throws: ``BadLine``.
    init(_ bytes: ArraySlice<UInt8>, number: Int, isHistorical: Bool) throws {
        do {
            try self.init(Glimp_V1_CommandLine(jsonUTF8Bytes: Array(bytes)))
        } catch let problem as Problem {
            throw BadLine(number: number, reason: problem.description)
        } catch let error as CommandInputError {
            throw BadLine(number: number, reason: error.description)
        } catch {
            throw BadLine(number: number, reason: "it is no command line: \(JSONProblem(error))")
        }
        if isHistorical, at == nil {
            throw BadLine(number: number, reason: "`at` is missing; a historical import needs it on every line")
        }
        if !isHistorical, at != nil {
            throw BadLine(number: number, reason: "`at` is for historical imports only; use --historical")
        }
    }

    private init(_ wire: Glimp_V1_CommandLine) throws {
        guard !wire.command.isEmpty else { throw Problem("`command` is missing") }
        if wire.hasID {
            guard let id = CommandID(wire.id) else { throw Problem("`id` is no UUID") }
            self.id = id
            idText = wire.id
        }
        if wire.hasAt { at = Timestamp(seconds: wire.at.seconds, nanoseconds: wire.at.nanos) }
        if wire.hasAs { actor = wire.as }
        command = try CommandCatalogue.receive(wire.command, json: wire.body.jsonUTF8Bytes())
    }

    private struct Problem: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
