import EventLog
import Foundation
import Testing

/// The README's example, which is this function: it compiles, and does what it says.
@Suite struct ReadmeExampleTests {
    private func example(_ directory: String) async throws {
        // README begins
        var options = EventLogOptions()
        options.creates = true
        let log = try EventLog(at: directory, options: options)
        defer { log.close() }

        // A name is taken once, whoever asks at the same time: what was read decides, or nothing is appended.
        let names = Query(types: ["NameTaken"], tags: ["name:ada"])
        let before = try log.read(names, from: nil, backwards: false, limit: 1)
        if before.isEmpty {
            let event = Event(id: UUID(), type: "NameTaken", tags: ["name:ada"], payload: Array("ada".utf8))
            let receipt = try await log.append([event], condition: AppendCondition(failIfEventsMatch: names))
            print("It is on disk, at position \(receipt.position).")
        }

        for try await batch in log.subscribe(names, after: .beginning) {
            for event in batch.events { print(event.position, event.type, event.tags) }
            break
        }
        // README ends
    }

    @Test func itTakesANameOnce() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for _ in 0..<2 { try await example(directory) }
        let log = try EventLog(at: directory)
        #expect(try log.head() == Position(1))
        log.close()
    }

    @Test func theReadmeHasItAsItStandsHere() throws {
        func lines(of text: some StringProtocol) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        let code = try #require(here.split(separator: "// README begins").dropFirst().first)
        let example = lines(of: try #require(code.split(separator: "// README ends").first))
        let readme = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md"),
            encoding: .utf8)
        #expect(lines(of: readme).contains(example), "\(example.joined(separator: "\n"))")
    }
}
