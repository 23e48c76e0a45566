import ArgumentParser
import EventLog
import Foundation

struct LogLeavesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leaves", abstract: "Print the data of each leaf of the hash tree, one a line, in base64.",
        discussion: """
            From these lines anybody can make the tree again, and compare its root with a signed checkpoint. A leaf's \
            data is a position and two hashes: it tells nothing of what happened.

              glimp log leaves --to 1000
            """)

    @Option(help: "The first position.") var from: UInt64 = 1
    @Option(help: "The last position (default: the last event's).") var to: UInt64 = .max
    @OptionGroup var data: DataOption

    func run() async throws {
        try await data.withLog { log in
            var output = Output()
            try log.forEachRecord(from: Position(from), through: Position(to)) { record in
                try output.line(Data(LeafContent(hashesOf: record).bytes).base64EncodedString())
                return true
            }
            try output.flush()
        }
    }
}
