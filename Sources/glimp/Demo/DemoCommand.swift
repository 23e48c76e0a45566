import ArgumentParser
import EventLog
import GlimpDemo
import GlimpService

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Fill an empty data directory with a small town.",
        discussion: """
            Twelve people live in Wrenhaven. For two weeks they have been inviting each other, asking for glimps and \
            answering them, posting snaps and publishing photos, and some requests are open right now. The pictures are \
            drawn by this program. All of it went through the commands, the media store and the passwords that \
            everybody else has; `ada` is who has seen the most.

              glimp demo --data town
              glimp query home ada --data town
              glimp serve --data town

            The directory has to be without events, and nothing may serve it meanwhile. The same seed makes the same \
            town, but its two weeks always end now.
            """)

    @Option(help: "Another number, another town.")
    var seed: UInt64 = 1

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        let made = try await data.withDirectory(creates: true, access: .exclusive) { glimp in
            // Before there are credentials in somebody else's directory.
            guard try glimp.log.head() == .beginning else { throw DemoError.notEmpty(directory: glimp.path) }
            return try await glimp.withCredentials { credentials in
                try await Demo(seed: seed).fill(glimp, credentials) { Terminal.progress($0) }
            }
        }
        Terminal.endProgress()
        try json.write(
            MadeJSON(made, seed: seed),
            text: DemoReport(made: made, path: data.path, isDefault: data.isDefault).lines)
    }
}

private struct MadeJSON: Encodable {
    var seed: UInt64
    var people: [String]
    var password: String
    var pictures: Int
    var events: [String: Int]
    var position: UInt64

    init(_ made: Demo.Made, seed: UInt64) {
        self.seed = seed
        (people, pictures, events) = (made.people, made.pictures, made.events)
        password = Demo.password
        position = made.position.rawValue
    }
}
