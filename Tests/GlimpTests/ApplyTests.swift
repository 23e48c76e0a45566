import Foundation
import Testing

/// `glimp apply` on lines that are well-formed.
@Suite struct ApplyTests {
    private let bench: Workbench
    private let network: String

    init() async throws {
        bench = try Workbench()
        network = bench.path + "/network.ndjson"
    }

    /// The commands of the made-up network; they come from the past.
    private func convertNetwork() async throws {
        let converted = try await bench.shell(
            "python3 '\(Workbench.checkout)/tools/temporal-network-to-commands' "
                + "'\(Workbench.checkout)/Tests/Fixtures/small-network.txt' > network.ndjson")
        try #require(converted.code == 0, "\(converted)")
    }

    @Test func theSummaryCountsEveryLineAndTheSameFileAgainChangesNothing() async throws {
        try await convertNetwork()
        let first = try await bench.json("apply", "--historical", network, "--acks", bench.path + "/first")
        #expect(
            first == [
                "applied": 275, "refused": ["request_already_open": 24], "duplicates": 0, "events": 316,
                "position": 316,
            ])
        let again = try await bench.json("apply", network, "--historical", "--acks", bench.path + "/again")
        #expect(again == ["applied": 0, "refused": [:], "duplicates": 299, "events": 0, "position": 316])
        let acknowledged = try bench.content("first")
        #expect(acknowledged.split(separator: UInt8(ascii: "\n")).count == 275)
        #expect(try bench.content("again") == acknowledged)
    }

    @Test func acknowledgementsNameTheLastEventOfEachLineThatHasSome() async throws {
        let request = Line.freshID()
        let two = Line(
            actor: "ada", command: "RequestGlimp", body: #"{"friends":["bob","cat"],"answerWithin":"600s"}"#)
        let nothing = Line(actor: "ada", command: "UnblockUser", body: #"{"user":"bob"}"#)
        let refused = Line.ask("bob", by: "ada", request: request)
        let withoutID = Line.register("dan").with { $0.id = nil }
        let circle: [Line] = [.register("cat"), .invite("cat", by: "ada"), .accept("ada", by: "cat")]
        let file = try bench.file("lines", Line.friends() + circle + [two, nothing, refused, withoutID])
        let summary = try await bench.json("apply", file, "--acks", bench.path + "/acks")
        #expect(summary["refused"] == ["request_already_open": 1])
        #expect(summary["applied"] == 10)
        let acks = try String(decoding: bench.content("acks"), as: UTF8.self).split(separator: "\n").map {
            try JSON(String($0))
        }
        #expect(acks.count == 8)
        #expect(acks.last == ["id": .text(two.id ?? ""), "position": 9])
    }

    @Test func whatAStrangerWasRefusedStaysRefusedOnceTheNameIsRegistered() async throws {
        let early = Line.invite("bob", by: "Ada")
        let lines = [early, .register("ada"), .register("bob")]
        let file = try bench.file("lines", lines)
        let first = try await bench.json("apply", file)
        #expect(
            first == ["applied": 2, "refused": ["user_not_found": 1], "duplicates": 0, "events": 2, "position": 2])
        let again: JSON = ["applied": 0, "refused": [:], "duplicates": 3, "events": 0, "position": 2]
        #expect(try await bench.json("apply", file) == again)
        let other = early.with { $0.body = #"{"friend":"cat"}"# }
        let more = try bench.file("more", [early, other, .invite("bob", by: "ada"), early])
        #expect(
            try await bench.json("apply", more) == [
                "applied": 1, "refused": ["id_reused": 1], "duplicates": 2, "events": 1, "position": 3,
            ])
    }

    @Test func aNameIsWaitedForWhoeverRegistersIt() async throws {
        let first = try bench.file("first", [.register("ada")])
        #expect(try await bench.json("apply", first)["applied"] == 1)
        let byOperator = Line.register("bob").with { $0.actor = nil }
        let file = try bench.file("lines", [byOperator, .invite("BOB", by: "ada")])
        #expect(try await bench.json("apply", file)["applied"] == 2)
    }

    @Test func whoCanHaveNoNameSharesNoIds() async throws {
        let one = Line.invite("bob", by: "not a name")
        let other = Line.invite("cat", by: "nor this").with { $0.id = one.id }
        let file = try bench.file("lines", [one, other])
        #expect(try await bench.json("apply", file)["refused"] == ["user_not_found": 2])
    }

    @Test func withoutAnIdTheSameLineTwiceIsTwoCommands() async throws {
        let line = Line.register("ada").with { $0.id = nil }
        let file = try bench.file("lines", [line, line])
        #expect(try await bench.json("apply", file)["refused"] == ["username_taken": 1])
        #expect(try await bench.json("apply", file)["refused"] == ["username_taken": 2])
    }

    @Test func anIdWithAnotherBodyIsRefused() async throws {
        let register = Line.register("ada")
        let other = register.with { $0.body = #"{"username":"ada","displayName":"A"}"# }
        let file = try bench.file("lines", [register, other, .register("bob")])
        let summary = try await bench.json("apply", file)
        #expect(summary == ["applied": 2, "refused": ["id_reused": 1], "duplicates": 0, "events": 2, "position": 2])
        let stopped = try await bench.glimp("apply", file, "--stop-on-refusal")
        #expect(stopped.code == 1 && stopped.errors.contains("line 2: id_reused"), "\(stopped)")
    }

    @Test func aRefusalEndsTheRunOnlyWhenAskedTo() async throws {
        let file = try bench.file("lines", Line.friends() + [.invite("bob", by: "ada"), .register("cat")])
        let stopped = try await bench.glimp("apply", file, "--stop-on-refusal", "--json")
        #expect(stopped.code == 1 && stopped.errors.contains("line 5: already_friends"), "\(stopped)")
        #expect(try JSON(stopped.output)["position"] == 4)
        let onward = try await bench.glimp("apply", file)
        #expect(onward.code == 0 && onward.output.contains("the log ends at position 5"), "\(onward)")
    }

    @Test func linesMayComeFromStandardInputWithAnyLineEnd() async throws {
        let lines = Line.people(3).map(\.text)
        let file = try bench.file("lines", "\n  \t\n\(lines[0])\r\n\r\n\(lines[1])\n\n\(lines[2])".utf8)
        let ended = try await bench.glimp("apply", "-", "--json", input: file)
        #expect(try JSON(ended.output)["applied"] == 3, "\(ended)")
    }

    @Test func whoWritesIntoAPipeSeesEachAcknowledgementBeforeTheNextLine() async throws {
        let pipe = bench.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        // Opened for both, so that neither side waits for the other to open it.
        let writer = try #require(FileHandle(forUpdatingAtPath: pipe))
        let apply = try bench.start(["apply", pipe, "--acks", bench.path + "/acks"])
        for (number, line) in Line.people(3).enumerated() {
            try writer.write(contentsOf: Data("\(line.text)\n".utf8))
            try await poll("acknowledgement \(number + 1)") {
                (try? bench.content("acks"))?.count { $0 == UInt8(ascii: "\n") } == number + 1
            }
        }
        try writer.close()
        #expect(await apply.ended().code == 0)
    }

    @Test func peopleAreMeantByUsernameWithoutRegardToCaseOrById() async throws {
        var register = Line.register("ada")
        let id = Line.freshID()
        register.body = #"{"username":"ada","userId":"\#(id)"}"#
        let file = try bench.file(
            "lines", [register, .register("bob"), .invite("BOB", by: "Ada"), .accept(id, by: "bob")])
        #expect(try await bench.json("apply", file, "--stop-on-refusal")["applied"] == 4)
        let nobody = try bench.file("nobody", [.invite("zed", by: "ada"), .invite("ada", by: "zed")])
        #expect(try await bench.json("apply", nobody)["refused"] == ["user_not_found": 2])
        let asOperator = try bench.file("operator", [Line.invite("bob", by: "").with { $0.actor = nil }])
        #expect(try await bench.json("apply", asOperator)["refused"] == ["actor_required": 1])
        let registered = try bench.file("registered", [Line.register("cat").with { $0.actor = nil }])
        #expect(try await bench.json("apply", registered)["applied"] == 1)
        let actor = try await bench.jsonLines("log", "read", "--from", "5")[0]["actor"]?.text
        #expect(actor?.hasPrefix("username:") == true, "\(actor ?? "")")
    }
}
