import Foundation
import Testing

/// `glimp serve` under what no client should send.
@Suite struct ServeMalformedTests {
    private static let requests = 10_000
    /// What comes before is let to fill caches, pools and the allocator's own store.
    private static let warmUp = 2_000
    /// A leak of 2 KiB a request, less than any request holds while it lives, would come to this. Without one it is the
    /// allocator's to and fro.
    private static let tolerated = (requests - warmUp) * 2_048

    @Test func tenThousandLeaveItAnsweringAndItsMemoryFlat() async throws {
        let seed = SeededRandom.seed()
        let bench = try Workbench()
        let server = try await Server(bench)
        // So many that no limit is met: it would be all that was tested.
        var tokens: [String] = []
        for number in 0..<25 { tokens.append(try await server.register("p\(number)")) }
        var random = SeededRandom(seed)
        var before = 0
        for start in stride(from: 0, to: Self.requests, by: 8) {
            if start == Self.warmUp { before = try server.process.residentBytes }
            let some = (start..<start + 8).map { number in
                RawRequest(
                    bytes: Malformed.request(as: tokens[number % tokens.count], &random), port: server.port,
                    host: UInt8(1 + number % 200))
            }
            try await withThrowingTaskGroup(of: (RawRequest, String?).self) { group in
                for request in some { group.addTask { (request, await request.answer()) } }
                for try await (request, answer) in group {
                    let isFine = answer.map { !$0.contains("HTTP/1.1 5") && !$0.contains("HTTP/1.1 429") } ?? false
                    try #require(isFine, "seed \(seed): \(request.bytes): \(answer ?? server.process.errors)")
                }
            }
        }
        let grown = try server.process.residentBytes - before
        print("memory grew by \(grown / 1_024) KiB, from \(before / 1_024) KiB")
        #expect(grown < Self.tolerated)
        #expect(try await server.send("GET", "/v1/me", as: tokens[0], wait: 1).status == 200)
        server.process.signal(SIGTERM)
        #expect(await server.process.ended().code == 0)
    }
}

/// Requests that are none, or hardly.
private enum Malformed {
    static func request(as token: String, _ random: inout SeededRandom) -> [UInt8] {
        let head =
            "POST /v1/commands/InviteFriend HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\n"
        let body = #"{"friend":"nobody"}"#
        let whole = Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return bytes(Int.random(in: 0...500, using: &random), &random)
        case 1: return Array(whole.prefix(Int.random(in: 0..<whole.count, using: &random)))
        case 2:
            // A body that is no JSON, or no command.
            let text = bytes(Int.random(in: 1...300, using: &random), &random)
            return Array("\(head)Content-Length: \(text.count)\r\n\r\n".utf8) + text
        case 3:
            let size = ["-1", "ffffffffffffffffff", "zz", "5;x=y", ""].randomElement(using: &random) ?? ""
            return Array("\(head)Transfer-Encoding: chunked\r\n\r\n\(size)\r\nabc\r\n0\r\n\r\n".utf8)
        case 4:
            let long = String(repeating: "x", count: Int.random(in: 1...100_000, using: &random))
            return Array("\(head)X-Long: \(long)\r\n\r\n".utf8)
        case 5:
            // Around 512 levels, where parsers end, and far beyond.
            let depth = Int.random(in: 0..<4, using: &random) > 0 ? 500...520 : 1...10_000
            let deep = String(repeating: "[", count: Int.random(in: depth, using: &random))
            return Array("\(head)Content-Length: \(deep.utf8.count)\r\n\r\n\(deep)".utf8)
        default: return changed(whole, &random)
        }
    }

    private static func bytes(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
        (0..<count).map { _ in .random(in: 0 ... .max, using: &random) }
    }

    /// A few of them other, gone or new.
    private static func changed(_ whole: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[place] = .random(in: 0 ... .max, using: &random)
            case 1: bytes.remove(at: place)
            default: bytes.insert(.random(in: 0 ... .max, using: &random), at: place)
            }
        }
        return bytes
    }
}
