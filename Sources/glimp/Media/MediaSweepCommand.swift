import ArgumentParser
import EventLog
import GlimpService

struct MediaSweepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep", abstract: "Remove uploads that nobody used in time, and what is left over.",
        discussion: "A server does so by itself, all the time. What an event uses is never removed.")

    @Flag(help: "Remove nothing; show what would be removed.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "For how long an upload is kept that nothing uses (default: the setting media.unusedHours).",
            valueName: "hours"))
    var unusedHours: String?

    @OptionGroup var limits: MediaLimitsOption
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var uploads: Int
        var bytes: UInt64
        var renditions: Int
        var leftovers: Int
        var unreadable: Int
    }

    func run() async throws {
        let limits = try limits.limits(unusedHours.map { ("media.unusedHours", $0, "--unused-hours") })
        let swept = try await data.withDirectory(access: dryRun ? .reading : .shared, mediaLimits: limits) { glimp in
            let sweep = MediaSweep(glimp)
            if dryRun { return try await sweep.preview() }
            return try await sweep.sweep { Terminal.progress("\(Figures.count($0.uploads, "upload")) removed") }
        }
        Terminal.endProgress()
        try json.write(
            JSON(
                uploads: swept.uploads, bytes: swept.bytes, renditions: swept.renditions, leftovers: swept.leftovers,
                unreadable: swept.unreadable.count),
            text: [
                "\(Figures.count(swept.uploads, "upload")) of \(Figures.count(swept.bytes, "byte")), "
                    + "\(Figures.count(swept.renditions, "rendition")), \(Figures.count(swept.leftovers, "leftover"))"
                    + (dryRun ? " would be removed." : " removed.")
            ])
        try swept.unreadable.tell()
    }
}
