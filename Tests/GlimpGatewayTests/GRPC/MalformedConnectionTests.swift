import Foundation
import GRPCCore
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@testable import GlimpGateway

/// What no client should send costs the sender, and not the server.
@Suite struct MalformedConnectionTests {
    /// Memory is compared once it has warmed up: allocators keep what they had, and code is paged in. The bound finds what
    /// is kept of every request once it is 6 KiB. Today 2 to 4 KiB a request are kept on average, most of it of
    /// requests that are refused for their content type: see "what is missing" in ARCHITECTURE.
    @Test func tenThousandMalformedRequestsLeaveItAnsweringAndItsMemoryBounded() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        let (warmUp, count, bound) = (3_000, 10_000, 60 << 20)
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            let token = try #require(Array(ada.metadata[stringValues: "authorization"]).first)
            let writer = MalformedRequests(authorization: token)
            try await writer.send(warmUp, to: gateway.port, seed: seed)
            let before = try residentMemory()
            try await writer.send(count, to: gateway.port, seed: seed &+ 1)
            #expect(try await gateway.health.check(.init()).status == .serving, "seed \(seed)")
            // Everything that was opened is let go, some of it a moment later.
            try await poll { try residentMemory() - before < bound }
            print(
                "seed \(seed): \(count) malformed requests grew memory by \((try residentMemory() - before) >> 10) KiB")
        }
    }
}

/// Makes requests that are wrong in some way, from noise to a call whose message is none.
private struct MalformedRequests: Sendable {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let settings = frame(type: 4, flags: 0, stream: 0, [])
    private static let paths = [
        "/glimp.v1.Commands/Execute", "/glimp.v1.Queries/Changes", "/glimp.v1.Notifications/Subscribe",
        "/eventlog.v1.EventLog/AppendStream", "/grpc.health.v1.Health/Check", "/", "no path", "/a/b/c",
    ]
    let authorization: String

    /// Each on a connection of its own, a few at once.
    func send(_ count: Int, to port: Int, seed: UInt64) async throws {
        await withTaskGroup(of: Void.self) { group in
            let lanes = 4
            for lane in 0..<lanes {
                group.addTask {
                    var random = SeededGenerator(seed &+ UInt64(lane) &* 0x1_0000_0001)
                    for _ in 0..<count / lanes {
                        _ = await RawConnection.exchange(request(&random), port: port)
                    }
                }
            }
        }
    }

    private func request(_ random: inout SeededGenerator) -> [UInt8] {
        let noise = (0..<Int.random(in: 1...300, using: &random)).map { _ in
            UInt8.random(in: 0 ... .max, using: &random)
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return noise
        case 1: return Self.preface + noise
        case 2: return Self.preface + Self.settings + noise
        case 3: return Self.preface + Self.settings + call(noise, &random)
        case 4:
            // Several calls on one connection, the last of them cut.
            let calls = (0..<4).flatMap { call(noise, stream: UInt32($0 * 2 + 1), &random) }
            return Self.preface + Self.settings + calls.dropLast(Int.random(in: 1...40, using: &random))
        default:
            var bytes = Self.preface + Self.settings + call(noise, &random)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0 ... .max, using: &random)
            }
            return bytes
        }
    }

    /// Headers that may be right, and a message that is none: its length is wrong, or its bytes.
    private func call(_ noise: [UInt8], stream: UInt32 = 1, _ random: inout SeededGenerator) -> [UInt8] {
        let path = Self.paths.randomElement(using: &random) ?? "/"
        var fields = [
            (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "x"), ("te", "trailers"),
        ]
        fields.append(("content-type", Bool.random(using: &random) ? "application/grpc" : "text/plain"))
        if Bool.random(using: &random) { fields.append(("authorization", authorization)) }
        if Bool.random(using: &random) { fields.append(("grpc-timeout", "x\(noise.count)")) }
        let length = Bool.random(using: &random) ? noise.count : Int(UInt32.random(in: 0 ... .max, using: &random))
        let prefix = [UInt8.random(in: 0...2, using: &random)] + Self.bigEndian(UInt32(length))
        return Self.frame(type: 1, flags: 4, stream: stream, fields.flatMap(Self.literal))
            + Self.frame(type: 0, flags: Bool.random(using: &random) ? 1 : 0, stream: stream, prefix + noise)
    }

    /// A frame (RFC 9113, section 4.1).
    private static func frame(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        Array(bigEndian(UInt32(payload.count)).dropFirst()) + [type, flags] + bigEndian(stream) + payload
    }

    /// A header field, literal and not indexed (RFC 7541, section 6.2.2); names and values are shorter than 127 bytes.
    private static func literal(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
