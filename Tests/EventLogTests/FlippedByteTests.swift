import EventLog
import Foundation
import Testing

/// Any byte of a record that is changed is found, at its position.
@Suite struct FlippedByteTests {
    /// - Parameter reseals: whether the checksum is made right again, as somebody would who alters on purpose.
    @Test(arguments: [false, true]) func everyByteOfEveryRecord(_ reseals: Bool) async throws {
        let scratch = try ScratchLog()
        try await scratch.withLog { log in
            for number in 0..<4 {
                _ = try await log.append(
                    [noted([EventTag("n:\(number)")], payload: Array("payload \(number)".utf8))],
                    context: CommandContext(actor: "ada", id: UUID()))
            }
            try log.catchUpIndex()
        }
        var flips = 0
        for position in UInt64(1)...4 {
            var record: [UInt8] = []
            try alterRecord(position, in: scratch) { record = $0 }
            // A checksum alone can't be wrong when it is made right.
            for place in record.indices where !reseals || place >= 8 {
                try alterRecord(position, in: scratch) { stored in
                    stored[place] ^= 1 << UInt8(place % 8)
                    if reseals { stored.replaceSubrange(0..<8, with: checksum(of: Array(stored[8...]))) }
                }
                #expect(damaged(in: scratch) == position, "byte \(place) of \(position)")
                try alterRecord(position, in: scratch) { $0 = record }
                flips += 1
            }
        }
        #expect(flips > 500)
        #expect(try LogVerifier(directory: scratch.path).verify().events == 4)
    }

    /// What the verifier finds first; nil: nothing, or nothing that has a position.
    private func damaged(in scratch: ScratchLog) -> UInt64? {
        do { _ = try LogVerifier(directory: scratch.path).verify() } catch {
            return (error as? EventLogError)?.position?.rawValue
        }
        return nil
    }
}
