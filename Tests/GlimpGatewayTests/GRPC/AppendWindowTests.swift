import EventLog
import Testing

@testable import GlimpGateway

@Suite struct AppendWindowTests {
    private func entry(_ code: String, _ bytes: Int) -> AppendWindow.Entry {
        .failed(CallFailure(code, ""), bytes: bytes)
    }

    private func code(_ entry: AppendWindow.Entry?) -> String? {
        if case .failed(let failure, _) = entry { failure.code } else { nil }
    }

    @Test func whatIsPutInComesOutInItsOrder() async {
        let window = AppendWindow(maximumCount: 5_000)
        for number in 0..<3_000 {
            #expect(await window.waitForRoom(1))
            window.put(entry("\(number)", 1))
            // Two behind, so that it never runs empty.
            if number > 1 {
                let taken = await window.next()
                #expect(code(taken) == "\(number - 2)")
            }
        }
        window.close()
        #expect(code(await window.next()) == "2998")
        #expect(code(await window.next()) == "2999")
        #expect(code(await window.next()) == nil)
    }

    @Test(arguments: [(maximumCount: 2, bytes: 1), (maximumCount: 100, bytes: 50)])
    func whoeverIsFirstPastTheBoundWaits(maximumCount: Int, bytes: Int) async {
        let window = AppendWindow(maximumCount: maximumCount, maximumBytes: 100)
        for _ in 0..<2 {
            #expect(await window.waitForRoom(bytes))
            window.put(entry("a", bytes))
        }
        let hadRoom = Counter()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                #expect(await window.waitForRoom(bytes))
                hadRoom.add()
            }
            // Taking alone makes no room: the append is still in flight.
            guard let taken = await window.next() else { return }
            for _ in 0..<100 { await Task.yield() }
            #expect(hadRoom.value == 0)
            window.release(taken)
            await group.waitForAll()
        }
        #expect(hadRoom.value == 1)
    }

    @Test func oneAloneHasRoomHoweverLarge() async {
        #expect(await AppendWindow(maximumBytes: 10).waitForRoom(1_000))
    }

    @Test func closingEndsBothSidesAndTellsTheFirstReason() async {
        struct Reason: Error {}
        let window = AppendWindow(maximumCount: 1)
        window.put(entry("a", 1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { #expect(await !window.waitForRoom(1)) }
            for _ in 0..<100 { await Task.yield() }
            window.close(Reason())
            window.close()
            await group.waitForAll()
        }
        #expect(window.failure is Reason)
        #expect(code(await window.next()) == "a")
        #expect(code(await window.next()) == nil)
    }
}
