import Foundation
import LMDB
import Testing

/// What would hang or read nonsense in LMDB stops the program instead.
@Suite struct MisuseTests {
    @Test func aNestedWriteStops() async {
        let stop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scratch = try Scratch()
            let environment = try scratch.open()
            let first = try environment.beginWrite()
            let second = try environment.beginWrite()
            try second.commit()
            try first.commit()
        }
        expect(stop, says: "asked for its lock again")
    }

    @Test func whatNeedsTheWriteLockStopsInsideTheWriteTransaction() async {
        let opening = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let environment = try Scratch().open()
            try environment.write { _ in _ = try environment.openTable(numbers) }
        }
        expect(opening, says: "asked for its lock again")
        let copying = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scratch = try Scratch()
            let environment = try scratch.open()
            let destination = try scratch.make("copy")
            try environment.write { _ in try environment.copy(to: destination) }
        }
        expect(copying, says: "asked for its lock again")
        let reopening = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let environment = try Scratch().open()
            try environment.write { _ in try environment.reopen() }
        }
        expect(reopening, says: "asked for its lock again")
    }

    @Test(arguments: ["commit", "put", "drop"])
    func aWriteTransactionOnAnotherThreadStops(use: String) async {
        let stop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [use = use as String] in
            let scratch = try Scratch()
            let environment = try scratch.open()
            let table = try environment.openTable(numbers)
            nonisolated(unsafe) var begun: WriteTransaction? = try environment.beginWrite()
            let thread = Thread {
                guard var transaction = begun.take() else { return }
                switch use {
                case "commit": try? transaction.commit()
                case "put": try? transaction.put([1], for: 1, in: table)
                default: break
                }
            }
            thread.start()
            while !thread.isFinished { usleep(1000) }
        }
        expect(stop, says: "on another thread")
    }

    @Test func aTableOfAnotherEnvironmentStops() async {
        let stop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scratch = try Scratch()
            let other = try Scratch()
            let environment = try scratch.open()
            let table = try other.open().openTable(numbers)
            _ = try environment.read { try $0.count(table) }
        }
        expect(stop, says: "of another environment")
    }

    @Test func closingUnderATransactionStops() async {
        let stop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let environment = try Scratch().open()
            let transaction = try environment.beginRead()
            environment.close()
            print(transaction.number)
        }
        expect(stop, says: "closed under a transaction")
    }

    @Test func aCursorThatIsNowhereHasNoKey() async {
        await #expect(processExitsWith: .failure) {
            let environment = try Scratch().open()
            let table = try environment.openTable(numbers)
            try environment.read { transaction in
                let cursor = try Cursor(table, in: transaction)
                print(cursor.keyBytes.byteCount)
            }
        }
    }
}

/// An error would end the process too, so the reason is looked at. Release builds give none.
private func expect(_ result: ExitTest.Result?, says reason: String, at location: SourceLocation = #_sourceLocation) {
    guard _isDebugAssertConfiguration(), let result else { return }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains(reason), sourceLocation: location)
}
