import EventLog
import Foundation
import GlimpDomain
import GlimpService
import Testing

@testable import GlimpGateway

@Suite struct ExportEndpointTests {
    @Test func onesOwnArchiveComesWholeAndAgain() async throws {
        try await withHTTPGateway { gateway in
            let ada = try await gateway.register("ada")
            let media = try await gateway.upload(MediaWorld.picture(), as: ada)
            let position = try await gateway.command("ChangeDisplayName", #"{"displayName":"Countess"}"#, as: ada)
            // The place of the one before is free again.
            for _ in 0..<3 {
                let answer = try await gateway.send(
                    "GET", "/v1/me/export", as: ada, headers: ["Glimp-Wait-For": "\(position)"])
                #expect(answer.status == 200 && answer.header("Content-Type") == "application/x-tar")
                #expect(answer.header("Cache-Control") == "private, no-store")
                #expect(answer.header("Glimp-Position") == "\(position)")
                #expect(answer.bytes.count.isMultiple(of: 512))
                for part in ["README.txt", "Countess", "photos/\(media).png", "manifest.json"] {
                    #expect(answer.text.contains(part), "\(part)")
                }
                #expect(!answer.text.contains(ada))
                let photo = try await gateway.send("GET", "/v1/media/\(media)", as: ada)
                #expect(Data(answer.bytes).range(of: Data(photo.bytes)) != nil)
            }
        }
    }

    @Test func thereAreOnlySoManyAtOnce() async throws {
        try await withHTTPGateway({ $0.exports = 0 }) { gateway in
            let answer = try await gateway.send("GET", "/v1/me/export", as: try await gateway.register("ada"))
            #expect(answer.status == 503 && answer.code == "busy" && answer.header("Retry-After") != nil)
        }
    }
    /// Files of a data directory that this process has open and that have no name (proc(5), `fd`).
    private func unnamedFiles(_ gateway: HTTPGateway) throws -> Int {
        let path = gateway.interface.glimp.path
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { entry in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(entry)")
            return target.map { $0.contains("\(path)/#") && $0.hasSuffix("(deleted)") } ?? false
        }
    }

    /// Much, so that an archive fits into no buffer between a server and who does not read.
    private func comment(_ count: Int, as name: String, in gateway: HTTPGateway) async throws {
        let glimp = gateway.interface.glimp
        let author = try #require(try glimp.people.find(name))
        let photo = PhotoID(rawValue: UUID())
        let text = String(repeating: "words ", count: 50)
        for _ in 0..<count / 5_000 {
            let comments = try (0..<5_000).map { _ in
                try DomainEvent.commentAdded(
                    CommentAdded(
                        comment: CommentID(rawValue: UUID()), photo: photo, owner: author, author: author, text: text)
                ).event(id: UUID(), sealing: glimp.details.seal(of: author, makesKey: false))
            }
            _ = try await glimp.log.append(comments, condition: nil)
        }
        // An archive that has to wait for the index would be cut short.
        try await until { try glimp.log.statistics().indexedThrough == glimp.log.head() }
    }

    /// Begins an export and reads no more of it than its head.
    private func begin(_ gateway: HTTPGateway, as token: String) async throws -> OpenConnection {
        let connection = try OpenConnection(port: gateway.port, receiveBuffer: 4_096)
        connection.send("GET /v1/me/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
        try #require(await connection.read { $0.text.hasPrefix("HTTP/1.1 200 ") })
        return connection
    }

    private func until(_ condition: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// A person has one, a process a few; who hangs up gives the place back, and what was gathered on the disk.
    @Test func aPlaceIsTakenUntilItsHolderHangsUp() async throws {
        try await withHTTPGateway({ ($0.exports, $0.slowReaderSeconds) = (2, 300) }) { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            let eve = try await gateway.register("eve")
            for name in ["ada", "bob"] { try await comment(10_000, as: name, in: gateway) }
            var held: [OpenConnection] = [try await begin(gateway, as: ada), try await begin(gateway, as: bob)]
            let second = try await gateway.send("GET", "/v1/me/export", as: ada)
            #expect(second.status == 429 && second.code == "too_many_exports" && second.header("Retry-After") != nil)
            let third = try await gateway.send("GET", "/v1/me/export", as: eve)
            #expect(third.status == 503 && third.code == "busy", "\(third.status)")
            #expect(try unnamedFiles(gateway) > 0)
            held.removeAll()
            try await until { try await gateway.send("GET", "/v1/me/export", as: eve).status == 200 }
            try await until { try unnamedFiles(gateway) == 0 }
        }
    }

    @Test func whoNeverReadsLosesThePlace() async throws {
        try await withHTTPGateway({ $0.slowReaderSeconds = 1 }) { gateway in
            let ada = try await gateway.register("ada")
            try await comment(10_000, as: "ada", in: gateway)
            let connection = try await begin(gateway, as: ada)
            try await until { try unnamedFiles(gateway) == 0 }
            // The place is free, and was not because all of it was taken.
            _ = try await begin(gateway, as: ada)
            #expect(!connection.text.contains("\r\n0\r\n\r\n"))
        }
    }

    /// Each piece is taken in time, the whole would never be.
    @Test func whoReadsALittleNowAndThenLosesThePlace() async throws {
        try await withHTTPGateway({ $0.exportSeconds = 1 }) { gateway in
            let ada = try await gateway.register("ada")
            try await comment(10_000, as: "ada", in: gateway)
            let connection = try await begin(gateway, as: ada)
            var buffer = [UInt8](repeating: 0, count: 32_768)
            try await until {
                _ = recv(connection.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                return try unnamedFiles(gateway) == 0
            }
        }
    }
}
