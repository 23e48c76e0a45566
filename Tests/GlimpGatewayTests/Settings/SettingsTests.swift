import Foundation
import Testing

@testable import GlimpGateway

@Suite struct SettingsTests {
    private func given(_ values: [String: String]) throws -> SettingsSource { try .given(values) { "--set \($0)" } }

    private func file(_ text: String, _ body: (SettingsSource) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(try .file(url.path(percentEncoded: false)))
    }

    @Test func withoutASourceTheDefaultsHold() throws {
        let (settings, origins) = try ServerSettings.read(from: [])
        #expect(origins.isEmpty)
        #expect(settings.data == "./glimp-data" && settings.http.port == 8_080 && settings.servesGRPC)
        let configuration = try settings.gatewayConfiguration()
        #expect(configuration.tls == nil && configuration.grpc != nil && configuration.corsOrigins.isEmpty)
    }

    @Test func flagsComeBeforeTheEnvironmentAndThatBeforeTheFile() throws {
        try file(
            #"{"http":{"bodyBytes":3000,"idleSeconds":30,"waitSeconds":3},"cors":{"origins":["https://a.example"]}}"#
        ) {
            let (settings, origins) = try ServerSettings.read(from: [
                given(["http.bodyBytes": "1111"]),
                .environment(["GLIMP_HTTP_BODY_BYTES": "2222", "GLIMP_HTTP_IDLE_SECONDS": "22", "HOME": "/"]), $0,
            ])
            #expect(settings.http.bodyBytes == 1_111)
            #expect(settings.http.idleSeconds == 22)
            #expect(settings.http.waitSeconds == 3)
            #expect(settings.http.corsOrigins == ["https://a.example"])
            #expect(
                origins.mapValues(\.name) == [
                    "http.bodyBytes": "command", "http.idleSeconds": "environment", "http.waitSeconds": "file",
                    "cors.origins": "file",
                ])
        }
    }

    /// What is shown can be given again, in each source, and gives the same.
    @Test func everySettingTakesWhatItShows() throws {
        var settings = ServerSettings()
        settings.certificate = "/chain.pem"
        settings.privateKey = "/key.pem"
        settings.http.corsOrigins = ["https://a.example", "http://b.example:8080"]
        settings.http.trustedProxies = ["10.0.0.1", "::1"]
        for setting in ServerSettings.all {
            let shown = setting.value(in: settings)
            for source in [try given([setting.key: shown]), try .environment([setting.variable: shown])] {
                let (read, _) = try ServerSettings.read(from: [source])
                #expect(setting.value(in: read) == shown, "\(setting.key)")
            }
        }
    }

    /// Both ends of each range are taken, and what is beyond is not.
    @Test func everyNumberIsBounded() throws {
        var numbers = 0
        for setting in ServerSettings.all {
            let ends = setting.form.split(separator: " ")[0].split(separator: "…").compactMap { Double($0) }
            guard ends.count == 2 else { continue }
            numbers += 1
            func text(_ number: Double) -> String { setting.form.contains(".") ? "\(number)" : "\(Int(number))" }
            for end in ends { _ = try ServerSettings.read(from: [given([setting.key: text(end)])]) }
            for beyond in [text(ends[0] - 1), text(ends[1] + 1), "-1", "nan", "1e400", "9223372036854775808", "", "x"] {
                #expect(throws: SettingError.self, "\(setting.key)=\(beyond)") {
                    try ServerSettings.read(from: [given([setting.key: beyond])])
                }
            }
        }
        #expect(numbers >= 18)
    }

    @Test(arguments: [
        ("http.listen", "8080"), ("http.listen", "a:70000"), ("http.listen", ":80"), ("grpc.listen", "no"),
        ("grpc.eventLog", "perhaps"), ("cors.origins", "a.example"), ("cors.origins", "https://a.example/"),
        ("requests.trustedProxies", "balancer"), ("data", ""), ("tls.certificate", ""),
    ])
    func whatDoesNotFitIsRefusedByName(key: String, value: String) throws {
        let error = try #require(throws: SettingError.self) { try ServerSettings.read(from: [given([key: value])]) }
        #expect(error.name == "--set \(key)")
        #expect(value.isEmpty || !error.description.dropFirst(error.name.count).contains(" \(value)"))
    }

    @Test func aNameThatIsNoneIsToldWhereverItStands() throws {
        #expect(throws: SettingError.self) { try given(["http.bodybytes": "2000"]) }
        let variable = try #require(throws: SettingError.self) {
            try SettingsSource.environment(["GLIMP_HTTP_BODYBYTES": "2000"])
        }
        #expect(variable.name == "GLIMP_HTTP_BODYBYTES")
        // Others' own.
        _ = try SettingsSource.environment(["GLIMP_STRICT": "1", "HTTP_PROXY": "x"])
        let key = try #require(throws: SettingError.self) { try file(#"{"http":{"bodyByte":1}}"#) { _ in } }
        #expect(key.name.hasSuffix(".json: http.bodyByte"))
    }

    @Test(arguments: ["", "[", "[]", "1", #"{"http":null}"#, #"{"http":{"bodyBytes":"4096"}}"#, #"{"http":4}"#])
    func aFileThatIsNoSettingsIsRefused(text: String) throws {
        #expect(throws: SettingError.self) { try file(text) { _ = try ServerSettings.read(from: [$0]) } }
    }

    @Test func aCertificateNeedsItsOwnKey() async throws {
        let one = try await TestCertificate()
        let other = try await TestCertificate()
        func check(_ certificate: String?, _ key: String?) throws -> TLSFiles? {
            var settings = ServerSettings()
            (settings.certificate, settings.privateKey) = (certificate, key)
            return try settings.gatewayConfiguration().tls
        }
        #expect(try check(one.files.certificateChainPath, one.files.privateKeyPath) != nil)
        for (certificate, key, name) in [
            (one.files.certificateChainPath, nil, "tls.privateKey"),
            (nil, one.files.privateKeyPath, "tls.certificate"),
            (one.files.certificateChainPath, other.files.privateKeyPath, "tls.privateKey"),
            (one.files.privateKeyPath, one.files.privateKeyPath, "tls.certificate"),
            (one.files.certificateChainPath, "/nowhere", "tls.privateKey"),
        ] {
            let error = try #require(throws: SettingError.self) { _ = try check(certificate, key) }
            #expect(error.name == name)
        }
    }

    /// The table for operators is the one that the program goes by.
    @Test func operationsListsEverySetting() throws {
        let page = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../../docs/OPERATIONS.md"),
            encoding: .utf8)
        for setting in ServerSettings.all {
            let shown = setting.value(in: ServerSettings())
            let row =
                "| `\(setting.key)` | \(shown.isEmpty ? "–" : "`\(shown)`") | \(setting.form) | \(setting.summary) |"
            #expect(page.contains(row), "missing: \(row)")
        }
    }
}
