import Foundation
import Testing

/// What the README shows is what happens: its ```console blocks, run in order in one empty directory.
@Suite struct ReadmeTests {
    /// A line `$ command`, those that go on with it after a `\`, and the output shown below.
    private struct Step {
        var command: String
        var output: [Substring] = []

        /// `…` stands for anything.
        func matches(_ text: String) throws -> Bool {
            let shown = output.joined(separator: "\n").split(separator: "…", omittingEmptySubsequences: false)
            let pattern = shown.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(
                separator: "[\\s\\S]*")
            let expression = try NSRegularExpression(pattern: "\\A\(pattern)\\n?\\z")
            return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }
    }

    /// Output and errors in one; and nothing else is inherited, so that a step ends while what it started goes on.
    private static let opening =
        "exec 2>&1; for file in /proc/self/fd/*; do n=${file##*/}; [ $n -le 2 ] || eval \"exec $n>&-\"; done"

    private static func blocks() throws -> [[Step]] {
        let text = try String(contentsOfFile: Workbench.checkout + "/README.md", encoding: .utf8)
        var blocks: [[Step]] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            switch line {
            case "```console":
                isInside = true
                blocks.append([])
            case _ where line.hasPrefix("```"): isInside = false
            case _ where isInside: try add(line, to: &blocks[blocks.count - 1])
            default: break
            }
        }
        return blocks
    }

    private static func add(_ line: Substring, to block: inout [Step]) throws {
        if line.hasPrefix("$ ") {
            block.append(Step(command: String(line.dropFirst(2))))
            return
        }
        let last = try #require(block.indices.last, "the block shows output before a command: \(line)")
        if block[last].command.hasSuffix("\\"), block[last].output.isEmpty {
            block[last].command += "\n\(line)"
        } else {
            block[last].output.append(line)
        }
    }

    @Test func whatTheReadmeShowsIsWhatHappens() async throws {
        let blocks = try Self.blocks()
        #expect(!blocks.isEmpty, "the README shows no console")
        let bench = try Workbench()
        let place = "\(bench.path)/tour"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let programs = URL(filePath: Workbench.glimp).deletingLastPathComponent().path(percentEncoded: false)
        let path = "\(programs):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        for block in blocks {
            #expect(!block.isEmpty, "a console block has no command")
            for step in block {
                let shell = try RunningProcess(
                    "/bin/bash", ["-c", "\(Self.opening)\n\(step.command)"], in: place, environment: ["PATH": path])
                let ended = await shell.ended()
                #expect(
                    try step.matches(ended.output), "$ \(step.command)\nshown:\n\(step.output)\nfound:\n\(ended.output)"
                )
            }
        }
    }
}
