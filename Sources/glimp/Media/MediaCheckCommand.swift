import ArgumentParser
import EventLog
import GlimpDomain
import GlimpService

struct MediaCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Re-read photos and renditions, and name what is missing, damaged or left over.",
        discussion: "Changes nothing. Exit code 65 when anything is missing or damaged.")

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        try ChildRun.run(
            ["media", "check-here", "--data", data.path] + (json.isSet ? ["--json"] : []),
            reading: "\(data.path)/media")
    }
}

/// What ``MediaCheckCommand`` runs in its child.
struct MediaCheckHereCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "check-here", shouldDisplay: false)

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        struct Finding: Encodable {
            var kind: String
            var media: String?
            var what: String
        }
        var uploads: Int
        var bytes: UInt64
        var renditions: Int
        var found: [String: Int]
        var first: [Finding]
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let report = try await glimp.media.check { done, all in
                Terminal.progress("\(done) of \(Figures.count(all, "upload"))")
            }
            Terminal.endProgress()
            try json.write(Self.json(report), text: Self.lines(report))
            if report.damages > 0 {
                throw Failure(.badData, "\(report.damages) missing or damaged; restore media/ from a backup")
            }
            if report.damagedRenditions > 0 {
                let renditions = Figures.count(report.damagedRenditions, "damaged rendition")
                throw Failure(.badData, "\(renditions); `glimp media rebuild` makes them again")
            }
        }
    }

    private static func json(_ report: MediaCheckReport) -> JSON {
        JSON(
            uploads: report.uploads, bytes: report.bytes, renditions: report.renditions,
            found: Dictionary(uniqueKeysWithValues: report.counts.map { ($0.key.rawValue, $0.value) }),
            first: report.first.map {
                .init(kind: $0.kind.rawValue, media: $0.media?.description, what: $0.what)
            })
    }

    private static func lines(_ report: MediaCheckReport) -> [String] {
        let whole = report.damages == 0 ? ", all of them whole" : ""
        let rest = report.counts.values.reduce(0, +) - report.first.count
        return [
            "\(Figures.count(report.uploads, "upload")) of \(Figures.count(report.bytes, "byte"))\(whole); "
                + "\(Figures.count(report.renditions, "rendition"))."
        ]
            + report.first.map { "  \($0.kind.rawValue): \($0.what)" } + (rest > 0 ? ["  and \(rest) more"] : [])
    }
}
