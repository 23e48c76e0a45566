import EventLog
import Foundation
import LMDB
import Testing

/// Reading the whole log where it lies.
@Suite struct ScanTests {
    let scratch: ScratchLog
    init() throws { scratch = try ScratchLog() }

    /// Takes the mark of a leaf off every page with the first event on it.
    private func damageTheFirstPage() throws {
        let file = URL(filePath: scratch.path + "/log/data.mdb")
        var content = try Data(contentsOf: file)
        let (leaf, flags): (UInt8, Int) = (2, 10)
        for page in stride(from: 2 * 4_096, to: content.count, by: 4_096) where content[page + flags] == leaf {
            guard content[page..<page + 4_096].range(of: Data("First".utf8)) != nil else { continue }
            content[page + flags] = 0
        }
        try content.write(to: file)
    }

    @Test func whatLMDBReportsIsToldAsAnErrorOfTheLog() async throws {
        try await scratch.withLog { log in
            _ = try await log.append([noted(type: "First")])
            for _ in 0..<50 { _ = try await log.append([noted(payload: Array(repeating: 0, count: 500))]) }
        }
        try damageTheFirstPage()
        try await scratch.withLog { log in
            let head = try log.head()
            #expect(head == Position(51))
            await expectFailure(.corrupted) { try log.forEachRecord { _ in true } }
            await expectFailure(.corrupted) { try log.countByType() }
        }
    }

    @Test func whatTheBodyThrowsPassesAsItIs() async throws {
        try await scratch.withLog { log in
            _ = try await log.append([noted(), noted()])
            var seen = 0
            let error = #expect(throws: LMDBError.self) {
                try log.forEachRecord { _ in
                    seen += 1
                    throw LMDBError(.mapFull, "of the body's own")
                }
            }
            #expect(error?.condition == .mapFull)
            #expect(seen == 1)
        }
    }
}
