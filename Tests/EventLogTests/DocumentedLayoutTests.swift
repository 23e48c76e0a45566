import Foundation
import LMDB
import Testing

@testable import EventLog

/// The worked examples in `Schemas/RECORD.md` are what the code writes and reads.
@Suite struct DocumentedLayoutTests {
    private let logID = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!
    private let context = CommandContext(
        actor: "ada", id: UUID(uuidString: "22222222-2222-4222-8222-222222222222"), bodyDigest: [0xD1, 0xD2])

    /// The bytes of the example called `name`: what follows its heading, fenced, as hex up to a `|` in each line.
    private func example(_ name: String) throws -> [UInt8] {
        let file = URL(filePath: #filePath).appending(path: "../../../Schemas/RECORD.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "Example: \(name)\n"), "RECORD.md has no example \(name)")
        let fenced = text[start.upperBound...].split(separator: "```", omittingEmptySubsequences: false)[1]
        let digits = fenced.split(separator: "\n").map { $0.prefix { $0 != "|" } }.joined().filter(\.isHexDigit)
        return stride(from: 0, to: digits.count, by: 2).compactMap { offset in
            UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
        }
    }

    private func expectExample(
        _ name: String, is bytes: [UInt8], location: SourceLocation = #_sourceLocation
    ) throws {
        let hex = bytes.map { String(format: "%02x", $0) }.joined(separator: " ")
        #expect(try example(name) == bytes, "\(name): \(hex)", sourceLocation: location)
    }

    private func record() throws -> [UInt8] {
        let event = Event(
            id: try #require(UUID(uuidString: "11111111-1111-4111-8111-111111111111")), type: "GlimpAnswered",
            tags: ["glimp:7", "user:ada"], payload: [0xCA, 0xFE])
        let encoded = try EncodedAppend([event], context: context)
        encoded.seal(first: 258, time: Timestamp(seconds: 1_700_000_000))
        return Array(encoded.bytes)
    }

    @Test func theHeader() throws {
        try expectExample("header", is: LogHeader(format: 1, id: logID).encoded())
    }

    @Test func theRecord() throws {
        try expectExample("record", is: record())
    }

    @Test func theOutcomeRow() throws {
        let row = OutcomeRow(
            actor: "ada", commandID: try #require(context.id), bodyDigest: context.bodyDigest, position: 258,
            refusal: Refusal("not_friends", "No.", subjects: ["user:bob"]))
        try expectExample("outcome", is: row.encoded())
        let bytes = try example("outcome")
        #expect(OutcomeRow(bytes.span.bytes) == row)
    }

    @Test func theIndexEntries() throws {
        let hasher = IndexHasher(logID: logID.bytes)
        let bytes = try record()
        var entries: [IndexEntry] = []
        hasher.appendEntries(of: RecordView(checked: bytes.span.bytes), to: &entries)
        let stored = try entries.flatMap { entry in
            try entry.key.withKeyBytes { key throws(LMDBError) in Array(key) }
                + IndexEntry.withValue(kind: entry.kind, number: entry.number) { $0.withUnsafeBytes { Array($0) } }
        }
        try expectExample("index entries", is: stored)
    }

    @Test func theIndexCheckpoint() throws {
        let leafHash = Array(try record()[8..<40])
        let edge = [TreeHash](repeating: .ofNothing, count: 2)
        let frontier = try #require(MerkleFrontier(size: 258, subtrees: edge))
        let checkpoint = IndexCheckpoint(frontier: frontier, outcome: 3, logID: logID, leafHash: leafHash)
        try expectExample("checkpoint", is: checkpoint.encoded())
    }
}
