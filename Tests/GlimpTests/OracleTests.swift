import Foundation
import Testing

/// Real input and a made-up network, compared with what an independent program computes from the same rules.
@Suite struct OracleTests {
    private let bench: Workbench
    private static let messages = URL(filePath: Workbench.checkout).deletingLastPathComponent()
        .appending(path: "shared/data/collegemsg.txt.gz").path(percentEncoded: false)

    init() throws { bench = try Workbench() }

    private func compare(_ network: String, _ options: String) async throws {
        let tools = Workbench.checkout
        let applied = try await bench.shell(
            "set -o pipefail; python3 '\(tools)/tools/temporal-network-to-commands' '\(network)' "
                + "| \"$GLIMP\" apply --historical --json - > applied")
        try #require(applied.code == 0, "\(applied)")
        let compared = try await bench.shell(
            "python3 '\(tools)/Tests/Oracle/compare_with_glimp.py' '\(network)' --glimp \"$GLIMP\" --data \"$GLIMP_DATA\" "
                + "--apply-output applied \(options)")
        #expect(compared.code == 0, "\(compared)")
        let check = try await bench.glimp("projection", "check", "--all")
        #expect(check.code == 0, "\(check)")
        let verify = try await bench.glimp("log", "verify")
        #expect(verify.code == 0, "\(verify)")
        let rebuild = try await bench.glimp("projection", "rebuild", "--all")
        #expect(rebuild.code == 0, "\(rebuild)")
        let again = try await bench.glimp("projection", "check", "--all")
        #expect(again.code == 0, "\(again)")
    }

    @Test func aMadeUpNetworkEndsAsTheRulesImply() async throws {
        try await compare(Workbench.checkout + "/Tests/Fixtures/small-network.txt", "--users all")
    }

    /// Without optimisation the whole of it takes minutes, so that the beginning has to do.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: messages), "there is no ../shared/data/collegemsg.txt.gz"),
        .timeLimit(.minutes(10)))
    func aRealNetworkEndsAsTheRulesImply() async throws {
        #if DEBUG
            let isWhole = ProcessInfo.processInfo.environment["GLIMP_WHOLE_NETWORK"] != nil
        #else
            let isWhole = true
        #endif
        let network = bench.path + "/messages.txt"
        let cut = isWhole ? "cat" : "awk 'NR <= 6000'"
        let unpacked = try await bench.shell("gzip -dc '\(Self.messages)' | \(cut) > '\(network)'")
        try #require(unpacked.code == 0, "\(unpacked)")
        try await compare(network, "--users 5 --totals 20")
    }
}
