import Foundation
import Testing

/// A line that is no command stops `glimp apply` with its number; what stood before it stays.
@Suite struct MalformedLineTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    static let malformed: [(what: String, line: String)] = [
        ("not JSON", "RegisterAccount ada"),
        ("another JSON value", "[]"),
        ("a text", "\"RegisterAccount\""),
        ("cut short", #"{"command":"RegisterAccount","body":{"username":"ada"}"#),
        ("two objects", #"{"command":"RegisterAccount","body":{"username":"a"}} {}"#),
        ("unknown command", #"{"command":"Register","body":{}}"#),
        ("a command of the service's own", #"{"command":"ExpireGlimpRequest","body":{}}"#),
        ("missing command", #"{"body":{"username":"ada"}}"#),
        ("unknown field in the line", #"{"command":"RegisterAccount","body":{"username":"ada"},"actor":"ada"}"#),
        ("unknown field in the body", #"{"command":"RegisterAccount","body":{"username":"ada","age":7}}"#),
        ("unknown field within the body", #"{"command":"AnswerGlimp","body":{"photo":{"colour":"red"}}}"#),
        ("wrong type in the line", #"{"command":7,"body":{}}"#),
        ("wrong type of body", #"{"command":"RegisterAccount","body":"ada"}"#),
        ("wrong type in the body", #"{"command":"RegisterAccount","body":{"username":7}}"#),
        ("wrong duration", #"{"command":"RequestGlimp","body":{"friends":["bob"],"answerWithin":"an hour"}}"#),
        ("wrong number", #"{"command":"AnswerGlimp","body":{"photo":{"width":-1}}}"#),
        ("bad id", #"{"id":"1","command":"RegisterAccount","body":{"username":"ada"}}"#),
        ("empty id", #"{"id":"","command":"RegisterAccount","body":{"username":"ada"}}"#),
        ("bad at", #"{"at":"yesterday","command":"RegisterAccount","body":{"username":"ada"}}"#),
        (
            "at without --historical",
            #"{"at":"2020-01-01T00:00:00Z","command":"RegisterAccount","body":{"username":"ada"}}"#
        ),
        ("registers another", #"{"as":"bob","command":"RegisterAccount","body":{"username":"ada"}}"#),
        (
            "registers another, with a name that is none",
            #"{"as":"b b","command":"RegisterAccount","body":{"username":"ada"}}"#
        ),
        ("registers nobody", #"{"as":"ada","command":"RegisterAccount"}"#),
        ("deeply nested", String(repeating: #"{"body":"#, count: 20_000)),
        (
            "over a mebibyte",
            #"{"command":"RegisterAccount","body":{"username":"\#(String(repeating: "a", count: 1 << 20))"}}"#
        ),
        ("over a mebibyte of nothing", String(repeating: " ", count: 1 << 20) + " "),
    ]

    private func expectStop(_ what: String, _ line: some Collection<UInt8>, _ options: [String] = []) async throws {
        let before = Line.people(3, prefix: "before").map(\.text).joined(separator: "\n")
        var content = Data("\(before)\n\n".utf8)
        content.append(contentsOf: line)
        content.append(contentsOf: "\n\(Line.register("after").text)\n".utf8)
        let file = try bench.file("lines", content)
        let data = "\(bench.path)/\(UUID().uuidString)"
        let ended = try await bench.start(["apply", file, "--data", data] + options).ended()
        #expect(ended.code == 65 && !ended.wasKilled, "\(what): \(ended)")
        #expect(ended.errors.contains("line 5: "), "\(what): \(ended)")
        #expect(ended.errors.utf8.count < 1000, "\(what): the line is not repeated as a whole")
        #expect(try await bench.json("log", "head", "--data", data) == ["position": 3], "\(what)")
    }

    @Test(arguments: malformed.map(\.what)) func aLineThatIsNone(what: String) async throws {
        let line = try #require(Self.malformed.first { $0.what == what }).line
        try await expectStop(what, line.utf8)
    }

    @Test func bytesThatAreNoUTF8() async throws {
        let opening = #"{"as":"ada","command":"RegisterAccount","body":{"username":"ada","displayName":""#
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] {
            try await expectStop("\(bytes)", Array(opening.utf8) + bytes + Array(#""}}"#.utf8))
        }
        try await expectStop("outside of texts", [0xFF, 0xFE, 0x00])
        try await expectStop("zeros", [UInt8](repeating: 0, count: 40))
    }

    @Test func aLineOfExactlyAMebibyteIsRead() async throws {
        let body = #"{"command":"RegisterAccount","body":{"username":"ada"}}"#
        let padding = String(repeating: " ", count: (1 << 20) - body.utf8.count)
        let file = try bench.file("lines", "\(body)\(padding)\r\n".utf8)
        #expect(try await bench.json("apply", file)["applied"] == 1)
    }

    @Test func whatIsNoFileIsTold() async throws {
        let missing = try await bench.glimp("apply", bench.path + "/none")
        #expect(missing.code == 69 && missing.errors.contains("/none"), "\(missing)")
        let directory = try await bench.glimp("apply", bench.path)
        #expect(directory.code == 74 && directory.errors.contains("is a directory"), "\(directory)")
        #expect(!FileManager.default.fileExists(atPath: bench.data))
    }
}
