import ArgumentParser
import GlimpGateway

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show what `glimp serve` can be told, and what holds now.",
        discussion: """
            A setting comes from `--set KEY=VALUE` or its own option, else from its environment variable, else from \
            the file of `--config`, else it has its default.

              glimp settings
              glimp settings --config glimp.json --set requests.ofPerson=100
              GLIMP_HTTP_BODY_BYTES=65536 glimp serve

            The variable of a key is GLIMP_ and its words in capitals. A file is JSON with an object for each level: \
            {"http":{"bodyBytes":65536}}.
            """)

    @OptionGroup var options: SettingsOptions
    @OptionGroup var json: JSONOption

    struct Row: Encodable {
        let key: String
        let value: String
        let from: String
        let form: String
        let variable: String
        let summary: String
    }

    func run() throws {
        let (settings, origins) = try options.read()
        _ = try settings.gatewayConfiguration()
        let rows = ServerSettings.all.map { setting in
            Row(
                key: setting.key, value: setting.value(in: settings), from: origins[setting.key]?.name ?? "default",
                form: setting.form, variable: setting.variable, summary: setting.summary)
        }
        var table = TextTable("setting", "value", "from", "may be", "what")
        for row in rows { table.add(row.key, row.value, row.from, row.form, row.summary) }
        try json.write(rows, text: table.lines)
    }
}
