import Foundation
import Testing

/// A data directory that is made because it is not there: where it was named, it is told.
@Suite struct NewDirectoryTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    @Test func oneThatWasNamedIsToldOnce() async throws {
        let told = "glimp: made a new data directory at \(bench.data)\n"
        let first = try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#)
        #expect(first.code == 0 && first.errors == told, "\(first)")
        let second = try await bench.glimp("send", "RegisterAccount", #"{"username":"bob"}"#)
        #expect(second.code == 0 && second.errors.isEmpty, "\(second)")
        let send = #""$GLIMP" send RegisterAccount '{"username":"ada"}'"#
        let named = try await bench.shell("GLIMP_DATA=other \(send)")
        #expect(named.code == 0 && named.errors.contains("made a new data directory at other"), "\(named)")
        let byDefault = try await bench.shell("unset GLIMP_DATA; \(send)")
        #expect(byDefault.code == 0 && byDefault.errors.isEmpty, "\(byDefault)")
        #expect(FileManager.default.fileExists(atPath: bench.path + "/glimp-data/log"))
    }

    @Test func oneIsNotMadeWhereNothingIs() async throws {
        let place = bench.path + "/misspelt/data"
        for command in [["send", "RegisterAccount", #"{"username":"ada"}"#], ["demo"], ["serve"]] {
            let ended = try await bench.start(command + ["--data", place]).ended()
            #expect(ended.code == 69 && ended.errors.contains("misspelt?"), "\(command): \(ended)")
            #expect(!FileManager.default.fileExists(atPath: bench.path + "/misspelt"), "\(command)")
        }
    }

    @Test func serveTellsOfOne() async throws {
        let serve = #""$GLIMP" serve --data served --http 127.0.0.1:0 --grpc off > out 2> errors & echo $! > pid"#
        let wait = "until grep -q Listening out; do sleep 0.1; done; kill $(cat pid); wait"
        let ended = try await bench.shell("\(serve); \(wait); cat errors")
        #expect(ended.output.contains("glimp: made a new data directory at served\n"), "\(ended)")
    }
}
