import ArgumentParser
import EventLog
import GlimpDomain
import GlimpService

struct MediaRebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Make the smaller sizes of photos again, all that are there.",
        discussion: """
            Each takes the place of the old one when it is whole; whoever reads the old one goes on. May be \
            interrupted, and begun again. Renditions that nobody has asked for yet are made when they are.
            """)

    @OptionGroup var limits: MediaLimitsOption
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var renditions: Int
        var made: Int
        var removed: Int
        var failed: [String: String]
    }

    func run() async throws {
        try await data.withDirectory(access: .shared, mediaLimits: try limits.limits()) { glimp in
            let rebuild = try await glimp.media.rebuildRenditions { done in
                Terminal.progress("\(done.made + done.removed) of \(Figures.count(done.all, "rendition"))")
            }
            Terminal.endProgress()
            let failed = rebuild.failures.map { ($0.key.description, $0.value.message) }
            try json.write(
                JSON(
                    renditions: rebuild.all, made: rebuild.made, removed: rebuild.removed,
                    failed: Dictionary(uniqueKeysWithValues: failed)),
                text: ["\(Figures.count(rebuild.made, "rendition")) made anew, \(rebuild.removed) removed."])
            for (_, error) in rebuild.failures.sorted(by: { $0.key.description < $1.key.description }) {
                Terminal.note("glimp: \(error.message)")
            }
            if !rebuild.failures.isEmpty {
                let uploads = Figures.count(rebuild.failures.count, "upload")
                throw Failure(.badData, "the renditions of \(uploads) can't be made; `glimp media check` says more")
            }
        }
    }
}
