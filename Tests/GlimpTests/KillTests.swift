import Foundation
import Testing

/// `kill -9` at random moments, from two processes at once: the short version of `tools/kill-test`.
@Suite struct KillTests {
    @Test(.timeLimit(.minutes(4))) func whatWasAcknowledgedIsThereOnceAfterKills() async throws {
        let bench = try Workbench()
        let seed = ProcessInfo.processInfo.environment["GLIMP_SEED"] ?? "\(Int.random(in: 0..<1_000_000))"
        print("kill-test --seed \(seed)")
        let ended = try await bench.shell(
            "python3 '\(Workbench.checkout)/tools/kill-test' --rounds 10 --lines 100 --seed \(seed) --glimp \"$GLIMP\" "
                + "--work '\(bench.path)/kill'")
        #expect(ended.code == 0, "seed \(seed): \(ended)")
        #expect(ended.output.contains("0 lost, 0 doubled"), "seed \(seed): \(ended)")
    }

    @Test(arguments: [SIGINT, SIGTERM]) func aSignalEndsAnImportAndWhatWasAcknowledgedStays(signal: Int32) async throws
    {
        let bench = try Workbench()
        let file = try bench.file("lines", Line.people(4_000))
        let apply = try bench.start(["apply", file, "--acks", bench.path + "/acks"])
        try await poll("some lines are acknowledged") {
            FileManager.default.contents(atPath: bench.path + "/acks")?.isEmpty == false
        }
        apply.signal(signal)
        let ended = await apply.ended(within: .seconds(60))
        #expect(ended.code != 0 && ended.errors.utf8.count < 500, "\(ended)")
        let whole = try bench.content("acks").split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
        let acks = try whole.map { try JSON(String(decoding: $0, as: UTF8.self)) }
        let events = try await bench.jsonLines("log", "read")
        #expect(!acks.isEmpty && acks.count <= events.count)
        for ack in acks {
            let position = try #require(ack["position"]?.int)
            #expect(events[position - 1]["commandId"] == ack["id"])
        }
        let summary = try await bench.json("apply", file)
        #expect(summary["position"] == 4_000 && summary["duplicates"] == .number(Double(events.count)))
    }

    @Test func aTailEndsAtASignal() async throws {
        let bench = try Workbench()
        try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#)
        let tail = try bench.start(["log", "tail"])
        try await poll("the tail has begun") { tail.output.contains("AccountRegistered") }
        tail.signal(SIGINT)
        #expect(await tail.ended(within: .seconds(60)).errors.isEmpty)
    }
}
