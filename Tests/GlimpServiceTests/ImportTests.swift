import EventLog
import Foundation
import Synchronization
import Testing

@testable import GlimpService

/// An import as a part of a process: what is durable is noted, whatever ends it.
@Suite struct ImportTests {
    private func lines(_ count: Int) -> String {
        (0..<count).map { number in
            #"{"id":"\#(UUID().uuidString)","command":"RegisterAccount","body":{"username":"p\#(number)"}}"#
        }.joined(separator: "\n")
    }

    @Test func whatIsOnItsWayWhenTheLogFailsIsAcknowledged() async throws {
        let service = try await Service()
        let file = service.path + "/lines"
        try lines(600).write(toFile: file, atomically: false, encoding: .utf8)
        var options = Import.Options()
        options.acknowledgements = try AcknowledgementFile(path: service.path + "/acks")
        let glimp = service.glimp
        let run = try await Import(into: glimp, options: options)
        // Called when 512 lines are on their way.
        await #expect(throws: EventLogError.self) {
            try await run.run(try LineReader(path: file)) { _ in glimp.log.close() }
        }
        try service.reopen()
        #expect(try service.glimp.log.head() == Position(4 + 512))
        let acknowledged = try String(contentsOfFile: service.path + "/acks", encoding: .utf8)
        #expect(acknowledged.split(separator: "\n").count == 512)
    }

    @Test func whatWasWrittenBeforeTheDiskWasFullIsNotWrittenAgain() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "acks-\(UUID().uuidString)").path(
            percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        // How many bytes there is room for.
        let room = Mutex(30)
        let file = try AcknowledgementFile(path: path) { descriptor, bytes in
            room.withLock { room in
                guard room > 0 else {
                    errno = ENOSPC
                    return -1
                }
                let count = write(descriptor, bytes.baseAddress, min(room, bytes.count))
                room -= count
                return count
            }
        }
        try file.add(id: "a", position: Position(1))
        try file.add(id: "b", position: Position(2))
        #expect(throws: EventLogError.self) { try file.flush() }
        room.withLock { $0 = 1_000 }
        try file.flush()
        let written = try String(contentsOfFile: path, encoding: .utf8)
        #expect(written == "{\"id\":\"a\",\"position\":1}\n{\"id\":\"b\",\"position\":2}\n")
    }
}
