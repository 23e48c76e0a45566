import Foundation
import Testing

/// `glimp commands`: what can be sent, and what it takes.
@Suite struct CommandsTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    private func commands(_ arguments: String...) async throws -> Ended {
        try await RunningProcess(Workbench.glimp, ["commands"] + arguments, in: bench.path).ended()
    }

    @Test func everyCommandIsListedAndEachSaysWhatItTakes() async throws {
        let listed = try JSON(try await commands("--json").output).items
        #expect(listed.count > 30)
        let table = try await commands().output
        for command in listed {
            let name = try #require(command["name"]?.text)
            #expect(table.contains("\n\(name) "), "\(name)")
            let told = try await commands(name).output
            #expect(told.hasPrefix("\(name): ") && told.contains("glimp send \(name) '"), "\(told)")
            for field in command["fields"]?.items ?? [] {
                #expect(told.contains("\n\(field["name"]?.text ?? "?") "), "\(told)")
            }
        }
        let request = try await commands("RequestGlimp").output
        #expect(request.contains("a list of 1 to 500, each a person (user id or username)"), "\(request)")
        let publish = try await commands("PublishPhoto").output
        #expect(
            publish.contains(#/\nplace\.latitude +needed +a number/#) && publish.contains("a number, -90 to 90"),
            "\(publish)")
    }

    @Test func oneThatThereIsNotIsTold() async throws {
        let ended = try await commands("invitefriend")
        #expect(ended.code == 64 && ended.errors.contains("glimp commands"), "\(ended)")
    }

    /// The example is for a shell: what it does there is decided, not misread.
    @Test func theExamplesAreCommands() async throws {
        try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#, "--as", "ada")
        for command in try JSON(try await commands("--json").output).items {
            let (name, example) = (try #require(command["name"]?.text), try #require(command["example"]?.text))
            let ended = try await bench.glimp("send", name, example, "--as", "ada")
            // Whoever sends here vouches for a photo: its id alone says too little of it.
            let isTaken = !ended.errors.contains("invalid_") || ended.errors.contains("invalid_photo")
            #expect([0, 1].contains(ended.code) && isTaken, "\(name): \(ended)")
        }
    }
}
