import EventLog
import GlimpDomain

/// One line of an import, read and well-formed.
struct ImportLine {
    let id: CommandID?
    /// The text of the id, as acknowledgements repeat it.
    let idText: String?
    let at: Timestamp?
    /// The acting person's username or id.
    let actor: String?
    let command: ReceivedCommand

    /// - Throws: ``BadLine``.
    init(_ bytes: ArraySlice<UInt8>, number: Int, isHistorical: Bool) throws(BadLine) {
        let line: CommandLine
        do throws(CommandInputError) {
            line = try CommandLine(json: Array(bytes))
        } catch {
            throw BadLine(number: number, reason: error.description)
        }
        if isHistorical, line.at == nil {
            throw BadLine(number: number, reason: "`at` is missing; a historical import needs it on every line")
        }
        if !isHistorical, line.at != nil {
            throw BadLine(number: number, reason: "`at` is for historical imports only; use --historical")
        }
        id = line.id.flatMap { CommandID($0) }
        if line.id != nil, id == nil { throw BadLine(number: number, reason: "`id` is no UUID") }
        idText = line.id
        at = line.at
        actor = line.actor
        command = line.command
    }
}
